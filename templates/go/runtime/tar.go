package tygen

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// bundle writes the members of an archive as the tar stream that its hash is of: each name once, mode 0600,
// no owner and no time, two zero blocks at the end.
type bundle struct {
	ctx  context.Context
	out  *tar.Writer
	seen map[string]bool
}

func writeTar(ctx context.Context, out io.Writer, archive Archive) error {
	all := bundle{ctx, tar.NewWriter(out), map[string]bool{}}
	if err := all.archive("", archive); err != nil {
		return err
	}
	return all.out.Close()
}

// file writes a member of that many bytes, unless there is one of the name.
func (all *bundle) file(name string, size int64, in io.Reader) error {
	if all.seen[name] {
		return nil
	}
	all.seen[name] = true
	if err := all.out.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size}); err != nil {
		return err
	}
	written, err := io.Copy(all.out, in)
	if err == nil && written != size {
		err = fmt.Errorf("%s has %d bytes, not %d", name, written, size)
	}
	return err
}

// inside is the name of a member of an archive that is a member itself.
func inside(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return path.Join(prefix, name)
}

func (all *bundle) archive(prefix string, archive Archive) error {
	switch archive := archive.(type) {
	case MapArchive:
		for _, key := range sortedKeys(archive.Members) {
			if err := all.member(inside(prefix, key), archive.Members[key]); err != nil {
				return err
			}
		}
		return nil
	case FileArchive:
		return all.path(prefix, archive.Path)
	case RemoteArchive:
		if name, ok := localPath(archive.URI); ok {
			return all.path(prefix, name)
		}
		in, err := open(all.ctx, archive.URI)
		if err != nil {
			return err
		}
		data, err := io.ReadAll(in)
		if err = errors.Join(err, in.Close()); err != nil {
			return err
		}
		return all.packed(prefix, archive.URI, bytes.NewReader(data), int64(len(data)))
	default:
		return errors.New("nothing is known of the archive but its hash")
	}
}

func (all *bundle) member(name string, member AssetOrArchive) error {
	switch member := member.(type) {
	case Archive:
		return all.archive(name, member)
	case FileAsset:
		return all.local(name, member.Path)
	case Asset:
		in, err := openAsset(all.ctx, member)
		if err != nil {
			return err
		}
		data, err := io.ReadAll(in)
		if err = errors.Join(err, in.Close()); err != nil {
			return err
		}
		return all.file(name, int64(len(data)), bytes.NewReader(data))
	default:
		return fmt.Errorf("%s: an asset or archive is required", name)
	}
}

// local writes a local file.
func (all *bundle) local(name, from string) error {
	file, err := openFile(from)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return all.file(name, info.Size(), file)
}

// path writes what is in a directory, or in an archive that is a file.
func (all *bundle) path(prefix, from string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return all.directory(prefix, from)
	}
	file, err := openFile(from)
	if err != nil {
		return err
	}
	defer file.Close()
	return all.packed(prefix, from, file, info.Size())
}

// directory writes the files in and under a directory: entries in the order of their bytes. Links to files
// are followed, links to directories and what is called .pulumi are not there.
func (all *bundle) directory(prefix, from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == ".pulumi" {
			continue
		}
		name, at := inside(prefix, entry.Name()), filepath.Join(from, entry.Name())
		if entry.IsDir() {
			if err := all.directory(name, at); err != nil {
				return err
			}
			continue
		}
		info, err := os.Stat(at)
		if err != nil {
			return err
		}
		if info.IsDir() {
			continue
		}
		if err := all.local(name, at); err != nil {
			return err
		}
	}
	return nil
}

// source is what archives that are files are read from.
type source interface {
	io.Reader
	io.ReaderAt
}

// packed writes the files in an archive that is a file itself, in its order.
func (all *bundle) packed(prefix, name string, in source, size int64) error {
	switch {
	case strings.HasSuffix(name, ".zip") || strings.HasSuffix(name, ".jar"):
		return all.zipped(prefix, in, size)
	case strings.HasSuffix(name, ".tar"):
		return all.tarred(prefix, in)
	case strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".tar.gz"):
		plain, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		return errors.Join(all.tarred(prefix, plain), plain.Close())
	default:
		return fmt.Errorf("%s is neither a directory nor a .tar, .tgz, .tar.gz, .zip or .jar", name)
	}
}

func (all *bundle) tarred(prefix string, in io.Reader) error {
	reader := tar.NewReader(in)
	for {
		header, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case header.Typeflag == tar.TypeDir:
			continue
		case header.Typeflag != tar.TypeReg:
			return fmt.Errorf("%s in the archive is no file", header.Name)
		}
		if err := all.file(inside(prefix, header.Name), header.Size, reader); err != nil {
			return err
		}
	}
}

func (all *bundle) zipped(prefix string, in io.ReaderAt, size int64) error {
	reader, err := zip.NewReader(in, size)
	if err != nil {
		return err
	}
	for _, member := range reader.File {
		if member.FileInfo().IsDir() {
			continue
		}
		content, err := member.Open()
		if err != nil {
			return err
		}
		err = all.file(inside(prefix, member.Name), int64(member.UncompressedSize64), content)
		if err = errors.Join(err, content.Close()); err != nil {
			return err
		}
	}
	return nil
}
