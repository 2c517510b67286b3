import { useStore } from '@nanostores/react'
import { useCallback } from 'react'
import type { ModuleLock } from '#src/features/course-access/lock-contract.ts'
import { isForMembersAlone } from '#src/features/course-access/module-lock.ts'
import type { CourseModule } from '#src/features/modules/contract.ts'
import { listModulesQuery } from '#src/features/modules/queries.ts'
import { $user } from '#src/lib/api/auth-state.ts'
import { useQuery } from '#src/lib/api/query.ts'
import type { ListedModule } from './listed-module.ts'

/**
 * What of a course is open to its reader. The page is the same for everybody, so that what is not open to everybody is
 * fetched; of a course that holds nothing back nothing is.
 */
export function useLocks(courseId: string, modules: readonly ListedModule[]) {
	const viewer = useStore($user, { ssr: 'initial' })
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
	return {
		/** Undefined where the module is open to the reader, or nothing but their sign-in was in the way. */
		lockOf,
		/** What is in a module that the page does not have, once it is there. */
		contentOf: ({ id, lock }: ListedModule): CourseModule | undefined =>
			lock && data?.find((module) => module.id === id && !module.lock),
		/** Asks anew what is open. */
		refetch,
		failed: error ? { title: 'Failed to fetch modules', error, onRetry: refetch } : undefined,
	}
}

/** What is in the way of this reader of a module. */
export type LockOf = ReturnType<typeof useLocks>['lockOf']
