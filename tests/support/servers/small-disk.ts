import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own in memory, with so many bytes and not one more. */
export interface SmallDisk {
	readonly folder: string
	/** Takes it away with what it holds. */
	remove(): void
}

/** Undefined where this process may not mount one: that takes root, and a kernel that lets a container do it. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
	const folder = mkdtempSync(join(tmpdir(), 'second-chair-disk-'))
	const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder])
	if (mounted.status !== 0) {
		rmSync(folder, { recursive: true })
		return undefined
	}
	return {
		folder,
		remove() {
			spawnSync('umount', ['--lazy', folder])
			rmSync(folder, { recursive: true, force: true })
		},
	}
}

/** Whether one can be mounted here. */
export function hasSmallDisks(): boolean {
	const disk = mountSmallDisk(64 * 1024)
	disk?.remove()
	return disk !== undefined
}
