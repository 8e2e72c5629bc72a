//! package.json and tsconfig.json, for output that is a package of its own.

use serde_json::{Map, Value, json};

use crate::model::{PackageInfo, Schema};

/// Everything strict; Prettier finds nothing to change in it.
const TSCONFIG: &str = r#"{
  "compilerOptions": {
    "target": "ES2022",
    "module": "NodeNext",
    "lib": ["ES2022"],
    "types": [],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "noUnusedLocals": true,
    "noUnusedParameters": true,
    "isolatedModules": true,
    "verbatimModuleSyntax": true,
    "declaration": true,
    "rootDir": ".",
    "outDir": "dist"
  },
  "include": ["**/*.ts"],
  "exclude": ["dist", "node_modules"]
}
"#;

/// The package's manifest, named after the first package that was asked for.
pub(super) fn package_json(schema: &Schema, header: &str) -> String {
    let package = schema.roots.first().and_then(|name| schema.packages.get(name));
    let nothing = PackageInfo::default();
    let info = package.map_or(&nothing, |package| &package.info);
    let mut manifest = Map::new();
    manifest.insert("//".to_owned(), header.into());
    manifest.insert("name".to_owned(), package_name(package.map_or("", |package| &package.name)).into());
    manifest.insert("version".to_owned(), version(info.version.as_deref()).into());
    let texts = [
        ("description", &info.description),
        ("homepage", &info.homepage),
        ("repository", &info.repository),
        ("license", &info.license),
    ];
    for (key, text) in texts {
        manifest.extend(text.iter().map(|text| (key.to_owned(), Value::from(text.as_str()))));
    }
    if !info.keywords.is_empty() {
        manifest.insert("keywords".to_owned(), info.keywords.clone().into());
    }
    manifest.insert("type".to_owned(), "module".into());
    let entry = |path: &str| json!({"types": format!("./dist/{path}.d.ts"), "default": format!("./dist/{path}.js")});
    manifest.insert("exports".to_owned(), json!({".": entry("index"), "./*.js": entry("*")}));
    manifest.insert("files".to_owned(), json!(["dist"]));
    manifest.insert("sideEffects".to_owned(), json!(["./dist/runtime/*.js"]));
    manifest.insert("scripts".to_owned(), json!({"build": "tsc", "prepare": "tsc"}));
    manifest.insert("devDependencies".to_owned(), json!({"typescript": "^5.6.0"}));
    format!("{:#}", Value::Object(manifest))
}

/// The settings under which the output compiles to `dist`, with everything strict.
pub(super) fn tsconfig_json(header: &str) -> String {
    format!("// {header}\n{TSCONFIG}")
}

/// A name that npm takes: lower case, letters, digits, `-`, `_` and `.`, not begun by the last two.
fn package_name(name: &str) -> String {
    let lower = name.to_lowercase();
    let kept = lower.chars().map(|character| match character {
        'a'..='z' | '0'..='9' | '-' | '_' | '.' => character,
        _ => '-',
    });
    let kept: String = kept.take(200).collect();
    let kept = kept.trim_start_matches(['.', '_', '-']).trim_end_matches('-');
    if kept.is_empty() { "types".to_owned() } else { kept.to_owned() }
}

/// The version if it is three numbers, with what may follow them; a leading `v` is dropped.
fn version(version: Option<&str>) -> String {
    let bare = version.unwrap_or_default().trim_start_matches('v');
    let core = bare.split(['-', '+']).next().unwrap_or_default();
    let numbers: Vec<&str> = core.split('.').collect();
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+'));
    if numbers.len() == 3 && numbers.iter().all(is_number) && is_plain { bare.to_owned() } else { "0.0.0".to_owned() }
}
