export interface StoredObject {
	name: string
	bytes: number
	at: Date
}

/** The name is already taken. Nothing was written. */
export class AlreadyStoredError extends Error {
	override name = 'AlreadyStoredError'
}

/** There is no file with this name. */
export class NotStoredError extends Error {
	override name = 'NotStoredError'
}

/** A storage failure. The message is one sentence for the operator and contains no secrets. */
export class StorageError extends Error {
	override name = 'StorageError'
	readonly isRetryable: boolean
	readonly isFull: boolean

	constructor(message: string, options: ErrorOptions & { isRetryable?: boolean; isFull?: boolean } = {}) {
		super(message, options)
		this.isRetryable = options.isRetryable ?? false
		this.isFull = options.isFull ?? false
	}
}

interface PutOptions {
	/** Hex SHA-256 of the file, if known. Saves reading the file once. */
	sha256?: string
	signal?: AbortSignal
}

/**
 * Stores whole files by name, in a folder or below a prefix of a bucket. Names contain no folders. Stored files never
 * change: a name is used only once.
 */
export interface Storage {
	/** Location for display: a path, or `s3://bucket/prefix`. */
	readonly place: string
	/** Returns all files whose name starts with `prefix`, in no particular order. */
	list(prefix?: string, signal?: AbortSignal): Promise<StoredObject[]>
	/** Stores a file atomically. @throws {AlreadyStoredError} @throws {StorageError} */
	put(name: string, file: string, options?: PutOptions): Promise<void>
	/**
	 * Copies a stored file to a new local file, readable only by its owner.
	 * @throws {NotStoredError}
	 * @throws {StorageError}
	 */
	get(name: string, file: string, signal?: AbortSignal): Promise<void>
	/** Deletes a stored file. Does nothing if the name does not exist. */
	remove(name: string, signal?: AbortSignal): Promise<void>
}
