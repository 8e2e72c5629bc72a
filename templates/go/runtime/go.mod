module tygen

go 1.24
