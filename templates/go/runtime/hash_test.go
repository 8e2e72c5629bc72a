package tygen

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func hashed(t *testing.T, blob AssetOrArchive) string {
	t.Helper()
	hash, err := Hash(context.Background(), blob)
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

func TestHashesThatAreKnown(t *testing.T) {
	if got := hashed(t, TextAsset{}); got != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" {
		t.Errorf("the empty asset: %s", got)
	}
	if got := hashed(t, MapArchive{}); got != "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef" {
		t.Errorf("the empty archive: %s", got)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestADirectoryIsTheMapOfItsFiles(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "a", "b.txt"), "1")
	write(t, filepath.Join(folder, "a.txt"), "2")
	write(t, filepath.Join(folder, ".pulumi", "c"), "3")
	for _, link := range [][2]string{{"a.txt", "link"}, {"a", "folder"}} {
		if err := os.Symlink(link[0], filepath.Join(folder, link[1])); err != nil {
			t.Fatal(err)
		}
	}
	want := hashed(t, MapArchive{Members: map[string]AssetOrArchive{
		"a":    MapArchive{Members: map[string]AssetOrArchive{"b.txt": TextAsset{Text: "1"}}},
		"link": FileAsset{Path: filepath.Join(folder, "a.txt")}, "a.txt": TextAsset{Text: "2"},
	}})
	if got := hashed(t, FileArchive{Path: folder}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := hashed(t, RemoteArchive{URI: "file://" + filepath.ToSlash(folder)}); got != want {
		t.Errorf("by URI: got %s, want %s", got, want)
	}
	if err := os.Symlink("gone", filepath.Join(folder, "z")); err != nil {
		t.Fatal(err)
	}
	if _, err := Hash(context.Background(), FileArchive{Path: folder}); err == nil {
		t.Error("a dangling link is read")
	}
	if _, err := Hash(context.Background(), FileAsset{Path: folder}); err == nil {
		t.Error("a directory is an asset")
	}
}

func TestPackedArchivesAreExpandedInsideOthers(t *testing.T) {
	folder := t.TempDir()
	var plain, packed, zipped bytes.Buffer
	tarred, zip := tar.NewWriter(&plain), zip.NewWriter(&zipped)
	for _, name := range []string{"b", "d/", "d/a", "b"} {
		header := &tar.Header{Name: name, Mode: 0o755, Size: int64(len(name)), Typeflag: tar.TypeReg}
		if strings.HasSuffix(name, "/") {
			header.Typeflag, header.Size = tar.TypeDir, 0
		}
		into, err := zip.Create(name)
		if err := tarred.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if err == nil && header.Size > 0 {
			_, err = io.WriteString(into, name)
			if _, failed := io.WriteString(tarred, name); failed != nil {
				t.Fatal(failed)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := tarred.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	gzipped := gzip.NewWriter(&packed)
	if _, err := gzipped.Write(plain.Bytes()); err != nil || gzipped.Close() != nil {
		t.Fatal(err)
	}
	// In the order of the archive, and the second b is skipped.
	var stream bytes.Buffer
	expected := tar.NewWriter(&stream)
	for _, member := range [][2]string{{"m/b", "b"}, {"m/d/a", "d/a"}} {
		if err := expected.WriteHeader(&tar.Header{Name: member[0], Mode: 0o600, Size: int64(len(member[1]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(expected, member[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := expected.Close(); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(stream.Bytes())
	want := hex.EncodeToString(sum[:])
	for name, data := range map[string][]byte{"x.tar": plain.Bytes(), "x.tgz": packed.Bytes(), "x.tar.gz": packed.Bytes(), "x.zip": zipped.Bytes()} {
		path := filepath.Join(folder, name)
		write(t, path, string(data))
		if got := hashed(t, MapArchive{Members: map[string]AssetOrArchive{"m": FileArchive{Path: path}}}); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		alone := sha256.Sum256(data)
		if got := hashed(t, FileArchive{Path: path}); got != hex.EncodeToString(alone[:]) {
			t.Errorf("%s alone: got %s", name, got)
		}
	}
}

func TestRemoteAssetsAreFetchedByTheProgram(t *testing.T) {
	asset := RemoteAsset{URI: "https://example.com/a"}
	if _, err := Hash(context.Background(), asset); err == nil || !strings.Contains(err.Error(), "tygen.Fetch") {
		t.Errorf("got %v", err)
	}
	Fetch = func(_ context.Context, uri string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(uri)), nil
	}
	defer func() { Fetch = nil }()
	with, err := Hashed(context.Background(), asset)
	if err != nil || with.Hash != textHash(asset.URI) || with.URI != asset.URI {
		t.Errorf("got %v, %v", with, err)
	}
}
