import { useStore } from '@nanostores/react'
import { useCallback } from 'react'
import type { ModuleLock } from '#src/features/course-access/lock-contract.ts'
import { isForMembersAlone } from '#src/features/course-access/module-lock.ts'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { listModulesQuery } from '#src/features/modules/queries.ts'
import { type Worksheet, worksheetsOf } from '#src/features/modules/worksheets.ts'
import { $user, isLapsed } from '#src/lib/api/auth-state.ts'
import { useQuery } from '#src/lib/api/query.ts'

/** A module in the outline of its course. */
export type ListedModule = {
	id: string
	title: string
	type: string
	/** Duration as text; empty if unknown. */
	effort: string
	/** The files of a public module, if it has any. */
	files?: readonly Worksheet[]
	/** Present if the module is not public. */
	lock?: ModuleLock | undefined
}

/**
 * Returns which modules are open to the reader. The page is the same for everyone, so modules that are not public are
 * fetched; a course without locked modules needs no request.
 */
export function useLocks(courseId: string, modules: readonly ListedModule[]) {
	const user = useStore($user, { ssr: 'initial' })
	const viewer = isLapsed(user) ? null : user
	const isLocked = modules.some(({ lock }) => lock)
	const { data, error, refetch } = useQuery(listModulesQuery(courseId), { enabled: Boolean(viewer) && isLocked })
	const lockOf = useCallback(
		({ id, lock }: ListedModule): ModuleLock | undefined => {
			if (!lock) return undefined
			const known = data?.find((module) => module.id === id)
			if (known) return known.lock
			return viewer && isForMembersAlone(lock) ? undefined : lock
		},
		[data, viewer],
	)
	const contentOf = ({ id, lock }: ListedModule): CourseModule | undefined =>
		lock && data?.find((module) => module.id === id && !module.lock)
	return {
		/** Returns the module's lock; undefined if it is open, or requires only a sign-in and the reader is signed in. */
		lockOf,
		/** Returns the content of a module that is not in the page, once it is loaded. */
		contentOf,
		filesOf: (module: ListedModule): readonly Worksheet[] =>
			module.files ?? worksheetsOf(contentOf(module)?.additionalContent ?? ''),
		refetch,
		failed: error ? { title: 'Failed to fetch modules', error, onRetry: refetch } : undefined,
	}
}

export type LockOf = ReturnType<typeof useLocks>['lockOf']
