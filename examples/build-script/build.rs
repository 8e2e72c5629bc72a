fn main() -> Result<(), tygen::build::Error> {
    tygen::build::Config::new().schema("schemas/shop.yaml").generate()
}
