import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In microseconds. Short, so that a process that used up its share waits for milliseconds and not for a tenth of a second. */
const PERIOD = 20_000
const ROOT = '/sys/fs/cgroup'

/** The control group of a share, in either version of the kernel's interface; throws where we may not make one. */
function makeGroup(name: string, share: number): string {
	const quota = Math.round(PERIOD * share)
	const isNew = existsSync(join(ROOT, 'cgroup.controllers'))
	const group = join(ROOT, isNew ? '' : 'cpu', name)
	mkdirSync(group)
	if (isNew) writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD}`)
	else {
		writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD))
		writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
	}
	return group
}

/**
 * Holds a process to a share of one core, as if it ran on a machine of its own that is so much smaller: several of them
 * then fit on the cores that are here. The group can be removed when the process has ended, by the answer.
 * @param share 0.25 is a quarter of a core.
 * @throws where control groups cannot be written: without root, or in a container that keeps them to itself.
 */
export function holdToShare(pid: number, share: number): () => void {
	const group = makeGroup(`second-chair-${pid}`, share)
	writeFileSync(join(group, 'cgroup.procs'), String(pid))
	return () => rmdirSync(group)
}
