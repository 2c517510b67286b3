import type * as z from 'zod'
import type { Rendered } from '../publish/page-renderer.ts'

/** What the snapshot file holds under a name of its own, for a page that is pre-rendered from it. */
export interface SnapshotContent<Content> {
	readonly key: string
	/** What a file must have. */
	readonly schema: z.ZodType<Content>
	/** Whether a build may use what a former export has; without it, whatever has the form. */
	isUsable?(content: Content): boolean
	/** What the database has now. */
	current(): Promise<Content>
	/** What a demonstration shows; it needs no database. */
	demo(): Promise<Content>
	/** What a new site in production shows. */
	readonly empty: Content
}

/** Data of a kind with many pages: one file for each beside the snapshot, so that a change of one writes one. */
export interface SnapshotFiles<Data> {
	/** Of the content that lists them. */
	readonly key: string
	/** Ids that such a content names. */
	idsIn(content: unknown): string[]
	/** Ids of those there are now, with something that changes with each. */
	versions(): Promise<Array<{ id: string; version: string }>>
	/** What the database has now of these, by id, without those that are gone: one reading for many. */
	current(ids: readonly string[]): Promise<ReadonlyMap<string, Data>>
	/** What a demonstration shows; it needs no database. */
	demo(): Promise<Array<{ id: string; data: Data }>>
}

/**
 * A kind of public page whose content comes from the database. It is pre-rendered by the build from a snapshot, and
 * rendered again by the publisher, at `/render` + path, when its content changes. A new kind is a file in this folder
 * with its line in `all.ts`, a component below `pages/_public`, its route and its render route.
 */
export interface PublicPageKind {
	/** Whether `path` may be one of them. */
	matches(path: string): boolean
	/**
	 * Every one there is now, with its last change where that is known and the address that
	 * search engines are told where it is another: for the publisher and the sitemap.
	 */
	paths(): Promise<Array<{ path: string; updatedAt?: Date; canonical?: string }>>
	/** Further addresses at which pages of these paths are, or were before they were taken away. */
	otherAddresses?(paths: readonly string[]): Promise<string[]>
	/** The path of the page that is at this further address, now; undefined where there is none. */
	pathAt?(address: string): Promise<string | undefined>
	/** Pages of this kind that show something of the page at `path`, and change with it. */
	changeWith?(path: string): string[]
	/** The same of pages of which the database says with what they change. */
	changeWithThese?(paths: readonly string[]): Promise<string[]>
	/** Paths that come and go with the settings: looked at whenever every page is published. */
	readonly possible?: readonly string[]
	/**
	 * All that the pages at `paths` show and that can change while the release and the settings stay, without those that
	 * are not there. For kinds with many pages: one that was made from the same is not rendered again.
	 */
	contentsOf?(paths: readonly string[]): Promise<ReadonlyMap<string, unknown>>
	/** Whether these are files beside a page, such as a transcript: search engines are led to the page. */
	readonly isFile?: boolean
	/** Makes one without a render route, for what is no HTML. @param content what `contentsOf` gave for it. */
	make?(path: string, content: unknown): Promise<Rendered>
	readonly content?: SnapshotContent<unknown>
	readonly files?: SnapshotFiles<unknown>
}
