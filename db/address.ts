/** Address of a database: a file, or a server with an optional token. */
export interface DatabaseAddress {
	url: string
	authToken?: string | undefined
}

/** Returns the file path of a database address; undefined for a remote server. */
export const databaseFileOf = (url: string): string | undefined =>
	url.startsWith('file:') ? url.slice('file:'.length) : undefined
