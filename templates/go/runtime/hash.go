package tygen

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Fetch opens what is at a URI other than file:. It is nil until the program sets it, so that programs
// without remote assets need no HTTP client:
//
//	tygen.Fetch = func(ctx context.Context, uri string) (io.ReadCloser, error) {
//		request, err := http.NewRequestWithContext(ctx, "GET", uri, nil)
//		if err != nil {
//			return nil, err
//		}
//		response, err := http.DefaultClient.Do(request)
//		if err != nil {
//			return nil, err
//		}
//		if response.StatusCode != 200 {
//			return nil, errors.Join(errors.New(response.Status), response.Body.Close())
//		}
//		return response.Body, nil
//	}
var Fetch func(ctx context.Context, uri string) (io.ReadCloser, error)

// Hash computes the hash of an asset or archive (docs/conversions.md, wire form): the lowercase hex SHA-256 of
// an asset's bytes, of the bytes of an archive that is one file, or of the tar stream of the members of any
// other. It reads as a stream; what comes from a URI into an archive is held in memory.
func Hash(ctx context.Context, blob AssetOrArchive) (string, error) {
	switch blob := blob.(type) {
	case GoneAsset:
		return blob.Hash, nil
	case GoneArchive:
		return blob.Hash, nil
	case Asset:
		return hashOf(openAsset(ctx, blob))
	case FileArchive:
		if isArchiveFile(blob.Path) {
			return hashOf(openFile(blob.Path))
		}
	case RemoteArchive:
		if isArchiveFile(blob.URI) {
			return hashOf(open(ctx, blob.URI))
		}
	}
	archive, ok := blob.(Archive)
	if !ok {
		return "", errors.New("an asset or archive is required")
	}
	digest := sha256.New()
	if err := writeTar(ctx, digest, archive); err != nil {
		return "", err
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// Hashed is the asset or archive with its hash.
func Hashed[T AssetOrArchive](ctx context.Context, blob T) (T, error) {
	hash, err := Hash(ctx, blob)
	if err != nil {
		return blob, err
	}
	hashed, _ := withHash(blob, hash).(T)
	return hashed, nil
}

func withHash(blob AssetOrArchive, hash string) AssetOrArchive {
	switch blob := blob.(type) {
	case FileAsset:
		blob.Hash = hash
		return blob
	case RemoteAsset:
		blob.Hash = hash
		return blob
	case MapArchive:
		blob.Hash = hash
		return blob
	case FileArchive:
		blob.Hash = hash
		return blob
	case RemoteArchive:
		blob.Hash = hash
		return blob
	default:
		return blob
	}
}

// isArchiveFile tells what is one file by its name.
func isArchiveFile(name string) bool {
	for _, end := range []string{".tar", ".tgz", ".tar.gz", ".zip", ".jar"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

func hashOf(in io.ReadCloser, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer in.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, in); err != nil {
		return "", err
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

func openAsset(ctx context.Context, asset Asset) (io.ReadCloser, error) {
	switch asset := asset.(type) {
	case TextAsset:
		return io.NopCloser(strings.NewReader(asset.Text)), nil
	case FileAsset:
		return openFile(asset.Path)
	case RemoteAsset:
		return open(ctx, asset.URI)
	default:
		return nil, errors.New("nothing is known of the asset but its hash")
	}
}

// openFile opens a file, and nothing but a file.
func openFile(name string) (*os.File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a directory", name)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// open opens what is at a URI.
func open(ctx context.Context, uri string) (io.ReadCloser, error) {
	if name, ok := localPath(uri); ok {
		return openFile(name)
	}
	if Fetch == nil {
		return nil, fmt.Errorf("%s cannot be read: set tygen.Fetch", uri)
	}
	return Fetch(ctx, uri)
}

// localPath gives the path of a file: URI.
func localPath(uri string) (string, bool) {
	parsed, err := url.Parse(uri)
	if err != nil || parsed.Scheme != "file" {
		return "", false
	}
	return filepath.FromSlash(parsed.Path), true
}
