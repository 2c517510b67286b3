import { statSync } from 'node:fs'

export interface SystemUser {
	uid: number
	gid: number
}

/** Returns the owner of the data folder if this process is root and the owner is another user. */
export function serviceUser(): SystemUser | undefined {
	const folder = process.env.DATA_DIR
	if (process.getuid?.() !== 0 || !folder) return undefined
	const owner = statSync(folder, { throwIfNoEntry: false })
	return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined
}

/** Switches to the service's user. A file owned by root in the data folder would stop the server. */
export function becomeServiceUser(): void {
	const user = serviceUser()
	if (!user) return
	process.setgroups?.([user.gid])
	process.setgid?.(user.gid)
	process.setuid?.(user.uid)
}
