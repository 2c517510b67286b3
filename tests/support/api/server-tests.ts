/** API tests that do not run on a libSQL server, each with the reason. */
const NOT_ON_SERVER: Readonly<Record<string, string>> = {
	database: 'killed processes and locks of a file',
	'database-backup': 'backups of a file',
	'database-file': 'damaged, foreign and unreadable files',
	'database-file-driver': 'locks of a file and reconnects',
	'forgotten-secrets': 'the bytes of a file; a server need not overwrite them (docs/reliability.md)',
	access: 'most requests are refused after only the session is read, which every other test does on a server',
	'arbitrary-input': 'compares all tables after each call, which takes minutes; hostile-input covers a server',
	backups: 'starts processes that know only files; tests/remote/database-copy saves and restores a server',
	'data-*': 'copies a file to a file; tests/remote/data copies a server to a server',
	'club-data': 'copies in a process of its own, as `data-*` do',
	'event-orders': 'a thousand orders in turn, which take long on a server; other tests of payment events cover it',
	boot: 'starts on separate files; tests/remote starts on a server',
	'mail-outage': 'a separate process on a separate file',
	'disk-full': 'a file that cannot grow',
	kills: 'a separate node on a file; tests/remote kills nodes of a server',
	'second-factor-moves':
		'separate processes on files; tests/remote/database-copy and data cover every table of a server',
	'publish-kills': 'a separate node on a file; pages are files in both cases',
	documents: 'reads the documents, no database',
	media: 'bytes in a folder and a bucket; tests of worksheets and deletions cover the rows on a server',
	'media-keys': 'bytes in folders, and backups made as in `backups`',
	'media-interrupted': 'bytes that a folder and a bucket keep of an interrupted upload',
	'search-hostile': 'parses searches before any query; a server has the same index engine',
	contracts: 'reads contracts and routes, no database',
	origin: 'requests are refused before anything is read',
	'http/**': 'the HTTP server, without a database',
}

export const onFileAlone = Object.keys(NOT_ON_SERVER).map((name) => `tests/api/**/${name}.test.ts`)
