import type { MediaSettings } from '../env/env.ts'
import type { MediaStore } from './media-store.ts'

/** Opens the configured store. Loads its code on first use to keep the start fast. */
export async function openMediaStore({ to, scratch }: MediaSettings): Promise<MediaStore> {
	if ('folder' in to) return (await import('./local-media.ts')).localMedia(to.folder)
	return (await import('./s3-media.ts')).s3Media({ ...to, scratch })
}
