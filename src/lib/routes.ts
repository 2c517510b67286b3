import type { Access } from './contract.ts'

/** Screens that need a sign-in, by the beginning of their path. Everything else is for everybody. */
const guarded: ReadonlyArray<readonly [prefix: string, access: Access]> = [
	['/admin', 'admin'],
	['/dashboard', 'member'],
	['/change-password', 'member'],
	['/questions', 'member'],
	['/coaching', 'member'],
	['/account', 'member'],
]

/** Who may see the screen at `path`. */
export function accessOf(path: string): Access {
	const found = guarded.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
	return found?.[1] ?? 'public'
}

/** Where one lands who may not see a screen: visitors sign in, others are shown the home page (specification, section 2). */
export const refusedPath = (access: Access) => (access === 'admin' ? '/' : '/auth')

/** Where a person lands after sign-in. */
export const homeOf = (role: 'admin' | 'user') => (role === 'admin' ? '/admin' : '/dashboard')
