import type * as z from 'zod'
import type { Rendered } from '../publish/page-renderer.ts'

export interface SnapshotContent<Content> {
	readonly key: string
	readonly schema: z.ZodType<Content>
	/** Returns whether a build may use an earlier export. If omitted, every valid export may be used. */
	isUsable?(content: Content): boolean
	current(): Promise<Content>
	demo(): Promise<Content>
	readonly empty: Content
}

/** Data of a kind with many pages: one file each next to the snapshot, so a change rewrites only one. */
export interface SnapshotFiles<Data> {
	readonly key: string
	idsIn(content: unknown): string[]
	/** Returns the current ids, each with a version that changes with its data. */
	versions(): Promise<Array<{ id: string; version: string }>>
	/** Reads the current data of these ids in one query. Skips deleted ones. */
	current(ids: readonly string[]): Promise<ReadonlyMap<string, Data>>
	demo(): Promise<Array<{ id: string; data: Data }>>
}

/**
 * A kind of public page with content from the database. The build pre-renders it from a snapshot; the publisher
 * renders it again at `/render` + path when its content changes. A new kind is a file in this folder with its line
 * in `all.ts`, a component below `pages/_public`, its route and its render route.
 */
export interface PublicPageKind {
	matches(path: string): boolean
	/**
	 * Returns all current pages for the publisher and the sitemap, with the date of the last change if known, and the
	 * canonical path if it differs.
	 */
	paths(): Promise<Array<{ path: string; updatedAt?: Date; canonical?: string }>>
	alternativePaths?(paths: readonly string[]): Promise<string[]>
	pathAt?(address: string): Promise<string | undefined>
	dependentsOf?(path: string): string[]
	readDependentsOf?(paths: readonly string[]): Promise<string[]>
	/** Paths whose existence depends on the settings: checked whenever all pages are published. */
	readonly possible?: readonly string[]
	/**
	 * Returns all content of the pages at `paths` that can change while release and settings stay the same. Skips missing
	 * pages. For kinds with many pages: a page with unchanged content is not rendered again.
	 */
	contentsOf?(paths: readonly string[]): Promise<ReadonlyMap<string, unknown>>
	/** Files beside a page, such as a transcript. Search engines get the page instead. */
	readonly isFile?: boolean
	/** Renders content that is not HTML, without a render route. @param content its entry from `contentsOf`. */
	make?(path: string, content: unknown): Promise<Rendered>
	readonly content?: SnapshotContent<unknown>
	readonly files?: SnapshotFiles<unknown>
}
