import type { MediaSettings } from '../env/env.ts'
import type { MediaStore } from './media-store.ts'

/** The store that the settings name. What it needs is loaded with the first file: a start without any does not pay for it. */
export async function openMediaStore({ to, scratch }: MediaSettings): Promise<MediaStore> {
	if ('folder' in to) return (await import('./local-media.ts')).localMedia(to.folder)
	return (await import('./s3-media.ts')).s3Media({ ...to, scratch })
}
