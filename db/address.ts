/** Where a database is: a file, or a server with its token. */
export interface DatabaseAddress {
	url: string
	authToken?: string | undefined
}

/** The file of a database address; undefined where it is a server elsewhere. */
export const databaseFileOf = (url: string): string | undefined =>
	url.startsWith('file:') ? url.slice('file:'.length) : undefined
