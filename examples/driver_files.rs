use tygen::backend::*;
use tygen::loader::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let loaded = load(&[Input::Path(args[1].clone().into())], LoadOptions::default());
    let hoisted = loaded.schema.hoist();
    let plan = Plan::new(&hoisted);
    let options = Options { manifest: Manifest::Write, ..Options::default() };
    let mut d = tygen::diag::Diagnostics::new();
    let mut files = generate_plan(&plan, Language::Rust, &options, &mut d);
    files.extend(driver(&plan, Language::Rust, &options, &mut d), &mut d);
    for (path, text) in files.iter() {
        let p = std::path::Path::new(&args[2]).join(path);
        std::fs::create_dir_all(p.parent().unwrap()).unwrap();
        if std::fs::read_to_string(&p).ok().as_deref() != Some(text) { std::fs::write(&p, text).unwrap(); }
    }
}
