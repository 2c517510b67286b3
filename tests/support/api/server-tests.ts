/** API tests that do not run on a libSQL server, with the reason: they would repeat the result of the file run. */
const NOT_ON_SERVER: Readonly<Record<string, string>> = {
	database: 'processes that are killed with a file open, and who else may open it',
	'database-backup': 'a backup of a file',
	'database-file': 'files that are damaged, foreign, or not ours to read',
	'database-file-driver': 'locks of a file, and opening it again',
	'forgotten-secrets': 'the bytes of a file: a server is not told to overwrite them (docs/reliability.md)',
	access:
		'nearly all of it is refused before anything but the session is read, which every other test does on a server',
	'arbitrary-input':
		'compares all tables after each call, for minutes; hostile-input tries a server with what it may take otherwise',
	backups:
		'makes files, in processes that find no database of a name; tests/remote/database-copy saves and restores a server',
	'data-*': 'goes from a file into a file; tests/remote/data goes from a server to a server',
	boot: 'starts on files of its own; tests/remote starts on a server',
	'mail-outage': 'a process of its own on a file of its own',
	'disk-full': 'a file that may not grow',
	kills: 'a node of its own on a file; tests/remote kills nodes of a server',
	'publish-kills': 'a node of its own on a file; its pages are files in both cases',
	documents: 'reads the documents, no database',
	media: 'bytes in a folder and in a bucket; tests of worksheets and deletions have their rows on a server',
	'media-keys': 'bytes in folders, and backups made as in `backups`',
	'media-interrupted': 'what a folder and a bucket keep of an upload that ended',
	'search-hostile': 'is taken apart before a database is asked; the engine of the index is the same on a server',
	contracts: 'reads contracts and routes, no database',
	origin: 'is refused before anything is read',
	'http/**': 'the HTTP server, without a database',
}

export const onFileAlone = Object.keys(NOT_ON_SERVER).map((name) => `tests/api/**/${name}.test.ts`)
