import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate file system in memory with an exact size. */
export interface SmallDisk {
	readonly folder: string
	/** Unmounts and removes the file system. */
	remove(): void
}

/** Mounts a small disk. Returns undefined if that is not permitted: it requires root and a suitable kernel. */
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

/** Returns whether a small disk can be mounted here. */
export function hasSmallDisks(): boolean {
	const disk = mountSmallDisk(64 * 1024)
	disk?.remove()
	return disk !== undefined
}
