package tygen

// Asset is a blob: a [TextAsset], a [FileAsset] or a [RemoteAsset].
type Asset interface {
	AssetOrArchive
	isAsset()
}

// Archive is a map of blobs: a [MapArchive], a [FileArchive] or a [RemoteArchive].
type Archive interface {
	AssetOrArchive
	isArchive()
}

// AssetOrArchive is what an archive may hold.
type AssetOrArchive interface {
	isAssetOrArchive()
}

// TextAsset is a blob given as text.
type TextAsset struct {
	Text string
}

// FileAsset is a blob that is a local file.
type FileAsset struct {
	Path string
}

// RemoteAsset is a blob at a URI, local or remote.
type RemoteAsset struct {
	URI string
}

// MapArchive is an archive given by its members.
type MapArchive struct {
	Members map[string]AssetOrArchive
}

// FileArchive is a local directory, or a tar, gzipped tar or zip file.
type FileArchive struct {
	Path string
}

// RemoteArchive is a tar, gzipped tar or zip file at a URI, local or remote.
type RemoteArchive struct {
	URI string
}

func (TextAsset) isAsset()   {}
func (FileAsset) isAsset()   {}
func (RemoteAsset) isAsset() {}

func (MapArchive) isArchive()    {}
func (FileArchive) isArchive()   {}
func (RemoteArchive) isArchive() {}

func (TextAsset) isAssetOrArchive()     {}
func (FileAsset) isAssetOrArchive()     {}
func (RemoteAsset) isAssetOrArchive()   {}
func (MapArchive) isAssetOrArchive()    {}
func (FileArchive) isAssetOrArchive()   {}
func (RemoteArchive) isAssetOrArchive() {}
