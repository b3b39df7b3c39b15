// Writes what golang.org/x/mod/sumdb/tlog and note say of small logs, for packages/log/src/goVectors.test.ts:
//
//	GO111MODULE=off go run vectors.go > vectors.json
//
// On Debian, both packages come with golang-golang-x-mod-dev.
package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type proof struct {
	Size  int64    `json:"size"`
	Of    int64    `json:"of"`
	Proof []string `json:"proof"`
}

type tree struct {
	Size  int64  `json:"size"`
	Root  string `json:"root"`
	Tiles int    `json:"tiles"`
	// Hash over path, a newline and the bytes of each tile that this tree has, level by level.
	TilesHash string `json:"tilesHash"`
}

type vectors struct {
	Trees       []tree            `json:"trees"`
	Inclusion   []proof           `json:"inclusion"`
	Consistency []proof           `json:"consistency"`
	Paths       map[string]string `json:"paths"`
	Skey        string            `json:"skey"`
	Vkey        string            `json:"vkey"`
	Note        string            `json:"note"`
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	const last = 65537
	var hashes []tlog.Hash
	storage := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var out []tlog.Hash
		for _, index := range indexes {
			out = append(out, hashes[index])
		}
		return out, nil
	})
	for n := int64(0); n < last; n++ {
		stored, err := tlog.StoredHashes(n, []byte(fmt.Sprintf("entry %d", n)), storage)
		check(err)
		hashes = append(hashes, stored...)
	}
	text := func(hash tlog.Hash) string { return base64.StdEncoding.EncodeToString(hash[:]) }
	texts := func(list []tlog.Hash) []string {
		out := []string{}
		for _, hash := range list {
			out = append(out, text(hash))
		}
		return out
	}

	var v vectors
	sizes := []int64{1, 2, 3, 5, 8, 255, 256, 257, 511, 512, 513, 65535, 65536, 65537}
	for _, size := range sizes {
		root, err := tlog.TreeHash(size, storage)
		check(err)
		sum := sha256.New()
		tiles := 0
		for _, tile := range tlog.NewTiles(8, 0, size) {
			// NewTiles also names the narrower tiles that smaller trees had.
			if tile.W < 256 && int64(tile.W) != (size>>(8*uint(tile.L)))%256 {
				continue
			}
			tiles++
			data, err := tlog.ReadTileData(tile, storage)
			check(err)
			sum.Write([]byte(strings.Replace(tile.Path(), "tile/8/", "tile/", 1) + "\n"))
			sum.Write(data)
		}
		v.Trees = append(v.Trees, tree{size, text(root), tiles, base64.StdEncoding.EncodeToString(sum.Sum(nil))})
		for _, of := range []int64{0, 1, 254, 255, 256, 65535, size / 2, size - 1} {
			if of < size {
				p, err := tlog.ProveRecord(size, of, storage)
				check(err)
				v.Inclusion = append(v.Inclusion, proof{size, of, texts(p)})
			}
		}
		for _, of := range []int64{1, 2, 3, 255, 256, 257, 65535, 65536, size / 2, size} {
			if of > 0 && of <= size {
				p, err := tlog.ProveTree(size, of, storage)
				check(err)
				v.Consistency = append(v.Consistency, proof{size, of, texts(p)})
			}
		}
	}

	v.Paths = map[string]string{}
	for _, tile := range []tlog.Tile{{H: 8, L: 0, N: 0, W: 256}, {H: 8, L: 3, N: 1234067, W: 1}, {H: 8, L: 63, N: 999, W: 255}, {H: 8, L: 1, N: 1000, W: 256}} {
		v.Paths[fmt.Sprintf("%d %d %d", tile.L, tile.N, tile.W)] = strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	}

	// The key of the package's own example.
	v.Skey = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
	v.Vkey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
	signer, err := note.NewSigner(v.Skey)
	check(err)
	signed, err := note.Sign(&note.Note{Text: "If you think cryptography is the answer to your problem,\n\nthen you don't know what your problem is.\n"}, signer)
	check(err)
	v.Note = string(signed)

	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	check(out.Encode(v))
}
