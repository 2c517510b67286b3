/** A thing that is stored, as a list shows it. */
export interface StoredObject {
	name: string
	bytes: number
	/** When it was stored, by the clock of the storage. */
	at: Date
}

/** Something of that name is there already. Nothing was written. */
export class AlreadyStoredError extends Error {
	override name = 'AlreadyStoredError'
}

/** There is nothing of that name. */
export class NotStoredError extends Error {
	override name = 'NotStoredError'
}

/** It could not be done. The message is one sentence for whoever runs the site; no key stands in it. */
export class StorageError extends Error {
	override name = 'StorageError'
	/** Whether trying again may help. */
	readonly isRetryable: boolean
	/** Whether it is that there is no room left. */
	readonly isFull: boolean

	constructor(message: string, options: ErrorOptions & { isRetryable?: boolean; isFull?: boolean } = {}) {
		super(message, options)
		this.isRetryable = options.isRetryable ?? false
		this.isFull = options.isFull ?? false
	}
}

export interface PutOptions {
	/** Hex SHA-256 of the file, where it is known already: it is read once less. */
	sha256?: string
	signal?: AbortSignal
}

/**
 * Whole files by name, in one place: a folder, or below a prefix of a bucket. Names have no folders in them. What is
 * stored is never changed: a name is given once.
 */
export interface Storage {
	/** The place, for people: a path, or `s3://bucket/prefix`. */
	readonly place: string
	/** Everything there whose name begins so, in no order. */
	list(prefix?: string, signal?: AbortSignal): Promise<StoredObject[]>
	/** Stores a file. It is there whole, or not at all. @throws {AlreadyStoredError} @throws {StorageError} */
	put(name: string, file: string, options?: PutOptions): Promise<void>
	/** Writes what is stored into a new file, for its owner alone. @throws {NotStoredError} @throws {StorageError} */
	get(name: string, file: string, signal?: AbortSignal): Promise<void>
	/** Does nothing where there is nothing of that name. */
	remove(name: string, signal?: AbortSignal): Promise<void>
}
