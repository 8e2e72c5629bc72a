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
	// Hash is what the blob's hash was said to be; empty if it is that of the text.
	Hash string
}

// FileAsset is a blob that is a local file.
type FileAsset struct {
	Path string
	// Hash is the lowercase hex SHA-256 of the bytes, if it was computed: [Hash] does.
	Hash string
}

// RemoteAsset is a blob at a URI, local or remote.
type RemoteAsset struct {
	URI string
	// Hash is the lowercase hex SHA-256 of the bytes, if it was computed.
	Hash string
}

// GoneAsset is a blob of which nothing is known any more but its hash.
type GoneAsset struct {
	Hash string
}

// GoneArchive is an archive of which nothing is known any more but its hash.
type GoneArchive struct {
	Hash string
}

// MapArchive is an archive given by its members.
type MapArchive struct {
	Members map[string]AssetOrArchive
	// Hash is that of the archive, if it was computed.
	Hash string
}

// FileArchive is a local directory, or a tar, gzipped tar or zip file.
type FileArchive struct {
	Path string
	// Hash is that of the archive, if it was computed.
	Hash string
}

// RemoteArchive is a tar, gzipped tar or zip file at a URI, local or remote.
type RemoteArchive struct {
	URI string
	// Hash is that of the archive, if it was computed.
	Hash string
}

func (TextAsset) isAsset()   {}
func (FileAsset) isAsset()   {}
func (RemoteAsset) isAsset() {}
func (GoneAsset) isAsset()   {}

func (MapArchive) isArchive()    {}
func (FileArchive) isArchive()   {}
func (RemoteArchive) isArchive() {}
func (GoneArchive) isArchive()   {}

func (TextAsset) isAssetOrArchive()     {}
func (FileAsset) isAssetOrArchive()     {}
func (RemoteAsset) isAssetOrArchive()   {}
func (MapArchive) isAssetOrArchive()    {}
func (FileArchive) isAssetOrArchive()   {}
func (RemoteArchive) isAssetOrArchive() {}
func (GoneAsset) isAssetOrArchive()     {}
func (GoneArchive) isAssetOrArchive()   {}

// blobIdentity is text that equal assets and archives share: equality is that of hashes.
func blobIdentity(blob any) string {
	switch blob := blob.(type) {
	case TextAsset:
		return either(blob.Hash, textHash(blob.Text))
	case GoneAsset:
		return blob.Hash
	case GoneArchive:
		return blob.Hash
	case FileAsset:
		return either(blob.Hash, "path:"+blob.Path)
	case RemoteAsset:
		return either(blob.Hash, "uri:"+blob.URI)
	case FileArchive:
		return either(blob.Hash, "path:"+blob.Path)
	case RemoteArchive:
		return either(blob.Hash, "uri:"+blob.URI)
	case MapArchive:
		members := ""
		for _, key := range sortedKeys(blob.Members) {
			members += quoted(key) + blobIdentity(blob.Members[key])
		}
		return either(blob.Hash, members)
	default:
		return ""
	}
}

func either(first, second string) string {
	if first != "" {
		return first
	}
	return second
}
