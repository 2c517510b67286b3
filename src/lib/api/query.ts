import {
	type DefinedUseQueryResult,
	type QueryKey,
	QueryObserver,
	type UseMutationResult,
	type UseQueryOptions as UseQueryOptionsOf,
	type UseQueryResult,
	useIsMutating,
	useMutation as useMutationOf,
	useQuery as useQueryOf,
} from '@tanstack/react-query'
import { showToast, type ToastOptions } from '../toast.ts'
import { useIsHydrating } from '../use-is-hydrating.ts'
import type { Access } from './access.ts'
import { announceAdminChange } from './admin-change.ts'
import { type Args, call } from './api-client.ts'
import { $user } from './auth-state.ts'
import type { CallInput, Contract, ResponseOf } from './contract.ts'
import { isApiError, isSignInEnded, messageOf } from './errors.ts'
import { isBrowser, queryClient, renderingClient } from './query-client.ts'
import { currentOf } from './version.ts'

/** A contract without required input. */
type Bare<C extends Contract> = Record<never, never> extends CallInput<C> ? C : never
type AnyInput = { params?: unknown; query?: unknown }

export const argsOf = <C extends Contract>(
	input: AnyInput,
	options: { signal?: AbortSignal; cursor?: string | undefined },
) => {
	const { cursor, ...rest } = options
	const query = cursor === undefined ? input.query : { ...(input.query as object), cursor }
	return [{ ...input, query, ...rest }] as unknown as Args<C>
}

/** Cache kind: a single page, all pages as one, or page by page. */
type Kind = 'once' | 'whole' | 'pages'

/**
 * Builds the query key. The key starts with the endpoint's path and parameters, so that a refresh can match all queries
 * of a contract or only those with given parameters.
 */
export const keyOf = ({ path }: Contract, { params, ...rest }: AnyInput, kind: Kind): QueryKey => [
	path,
	params ?? {},
	rest,
	kind,
]

/** Queries to invalidate: all of an endpoint's, or only those with these params. */
export type Stale = Contract | readonly [Contract, Record<string, string>]

/** Refetches the active queries of these endpoints. Resolves when the screen is up to date. */
export async function refresh(stale: readonly Stale[]): Promise<void> {
	const keys = stale.map((one): QueryKey => ('path' in one ? [one.path] : [one[0].path, one[1]]))
	await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** A query and its freshness. Defaults come from `query-client.ts`. */
export interface Query<Data> {
	readonly queryKey: QueryKey
	readonly queryFn: (context: { signal: AbortSignal }) => Promise<Data>
	readonly staleTime?: number
	readonly retry?: number
	/** Refetch interval in milliseconds, or a function of the current data that returns it, or false for none. */
	readonly refetchInterval?: number | ((data: Data) => number | false)
}

type QueryOptions<Data, Instead> = Pick<Query<Data | Instead>, 'staleTime' | 'retry' | 'refetchInterval'> & {
	/** Value to return for these statuses, such as not signed in or not enrolled. */
	instead?: { of: readonly number[]; value: Instead }
}

export function query<C extends Contract>(contract: Bare<C>): Query<ResponseOf<C>>
export function query<C extends Contract, Instead = never>(
	contract: C,
	input: CallInput<C>,
	options?: QueryOptions<ResponseOf<C>, Instead>,
): Query<ResponseOf<C> | Instead>
export function query<C extends Contract, Instead>(
	contract: C,
	input: AnyInput = {},
	{ instead, ...options }: QueryOptions<ResponseOf<C>, Instead> = {},
): Query<ResponseOf<C> | Instead> {
	return {
		...options,
		queryKey: keyOf(contract, input, 'once'),
		async queryFn({ signal }) {
			try {
				return await call(contract, ...argsOf<C>(input, { signal }))
			} catch (error) {
				if (instead && isApiError(error) && instead.of.includes(error.status)) return instead.value
				throw error
			}
		},
	}
}

interface UseQueryOptions<Data> {
	/** Server-rendered data, which is not refetched. */
	initial?: Data | undefined
	/** Data to show while loading; a function receives the previous data. */
	placeholder?: Data | ((previous: Data | undefined) => Data | undefined)
	enabled?: boolean
}

interface UseQuery {
	<Data>(definition: Query<Data>, options: { initial: Data }): DefinedUseQueryResult<Data>
	<Data>(definition: Query<Data>, options?: UseQueryOptions<Data>): UseQueryResult<Data>
}

/** Maps a query to the library's options. */
function forLibrary<Data>(
	{ queryFn, refetchInterval = 0, ...rest }: Query<Data>,
	{ initial, placeholder, ...options }: UseQueryOptions<Data>,
): UseQueryOptionsOf<Data> {
	return {
		...rest,
		queryFn: ({ signal }) => queryFn({ signal }),
		refetchInterval: ({ state: { data } }) =>
			typeof refetchInterval === 'function' ? data !== undefined && refetchInterval(data) : refetchInterval || false,
		...options,
		...(initial === undefined ? {} : { initialData: () => initial }),
		...(placeholder === undefined ? {} : { placeholderData: placeholder as never }),
	}
}

/** Returns the result on the server and during hydration. */
const serverResult = <Data>(libraryOptions: UseQueryOptionsOf<Data>) =>
	new QueryObserver<Data>(renderingClient, libraryOptions).getCurrentResult()

/** Returns a static result on the server: the library's hooks would take a tenth of a course page's render time. */
const useOnServer = <Data>(definition: Query<Data>, options: UseQueryOptions<Data> = {}): UseQueryResult<Data> =>
	serverResult(forLibrary(definition, options))

function useInBrowser<Data>(definition: Query<Data>, options: UseQueryOptions<Data> = {}): UseQueryResult<Data> {
	const libraryOptions = forLibrary(definition, options)
	const result = useQueryOf<Data>(libraryOptions, queryClient)
	// Another island may have fetched newer data, which would not match the server's HTML.
	return useIsHydrating() ? serverResult(libraryOptions) : result
}

/** Fetches a query, once for all islands of the page. */
export const useQuery = (isBrowser ? useInBrowser : useOnServer) as UseQuery

/** Updates cached data, if there is any. The screen updates immediately. */
export function put<Data>({ queryKey }: Query<Data>, next: (current: Data) => Data): void {
	queryClient.setQueryData<Data>(queryKey, (current) => (current === undefined ? undefined : next(current)))
}

/** A mutation: created by `mutation`, used by `useMutation`. */
export interface Mutation<Answer, Variables = void> {
	readonly mutationKey: readonly unknown[]
	/** The required role. */
	readonly access: Access
	/** Message for errors without one. */
	readonly fallback: string
	mutationFn(variables: Variables): Promise<Answer>
	/** Applies an optimistic update; returns its rollback. */
	ahead?(variables: Variables): () => void
	/** Returns whether a deletion failed because the item is gone: the screen is then refreshed as on success. */
	isGone?(error: Error): boolean
	/** Shows the toast, then refreshes. */
	succeed(answer: Answer, variables: Variables): Promise<void>
	fail(error: Error, variables: Variables): Promise<void>
}

type ToastContent = ToastOptions | string

/** Builds the input; optional if the contract requires none. */
type Sends<C extends Contract, Variables> =
	Record<never, never> extends CallInput<C>
		? { input?: (variables: Variables) => CallInput<C> }
		: { input: (variables: Variables) => CallInput<C> }

export type MutationRule<C extends Contract, Variables> = Sends<C, Variables> & {
	/** Distinguishes mutations of the same endpoint, for `useIsPending`. */
	key?: string
	done?: ToastContent | ((answer: ResponseOf<C>, variables: Variables) => ToastContent | undefined)
	/**
	 * Title of the failure toast; `fallback` is used if the error has no message. A failure that a form or dialog
	 * shows in place has no toast, unless the specification names one (docs/product.md, Toasts).
	 */
	failed?: string | readonly [title: string, fallback: string]
	/** The fallback text of a failure that is shown in place, without a toast. */
	fallback?: string
	/** Errors that have their own screen or step and need no toast. */
	isExpected?: (error: Error) => boolean
	/** Endpoints to refetch before the mutation resolves. */
	refreshes?: readonly Stale[]
	/** Endpoints to refetch after a failure. By default, `refreshes` after a version conflict. */
	refreshesAfterFailure?: readonly Stale[] | ((error: Error) => readonly Stale[])
	/** Runs after success; may leave the page. */
	follows?: (answer: ResponseOf<C>, variables: Variables) => void
	/** Applies an optimistic update (`put`); returns its rollback. */
	ahead?: (variables: Variables) => () => void
}

/**
 * Selects the queries to refetch if a post already exists under its idempotency key, so that the author sees the post.
 */
export const ifSentBefore =
	(stale: readonly Stale[]) =>
	(error: Error): readonly Stale[] =>
		isApiError(error) && error.status === 409 ? stale : []

/** Creates a mutation of one endpoint with all its side effects, so that components need not handle them. */
export function mutation<C extends Contract, Variables = void>(
	contract: C,
	rule: MutationRule<C, Variables>,
): Mutation<ResponseOf<C>, Variables> {
	const { input, done, failed, refreshes = [], refreshesAfterFailure = [], ahead } = rule
	const [title, fallback] =
		typeof failed === 'object' ? failed : [failed, rule.fallback ?? failed ?? 'That did not work']
	const showFailed = (error: Error, options: Pick<ToastOptions, 'afterNavigation'> = {}) =>
		showToast({
			...options,
			title: title ?? fallback,
			description: messageOf(error, fallback),
			variant: 'destructive',
		})
	const isGone = (error: Error) => contract.method === 'DELETE' && isApiError(error) && error.status === 404
	return {
		mutationKey: [contract.method, contract.path, rule.key],
		access: contract.access,
		fallback,
		mutationFn: (variables) => call(contract, ...argsOf<C>(input?.(variables) ?? {}, {})),
		...(ahead ? { ahead } : {}),
		isGone,
		async succeed(answer, variables) {
			const toast = typeof done === 'function' ? done(answer, variables) : done
			if (toast !== undefined) showToast(typeof toast === 'string' ? { title: toast } : toast)
			rule.follows?.(answer, variables)
			if (contract.access === 'admin' || contract.access === 'moderator') announceAdminChange()
			await refresh(refreshes)
		},
		async fail(error, variables) {
			const after = typeof refreshesAfterFailure === 'function' ? refreshesAfterFailure(error) : refreshesAfterFailure
			if (isGone(error)) {
				// The item is gone already: close its dialog, and leave its page.
				showFailed(error, { afterNavigation: rule.follows !== undefined })
				// A deletion has an empty response.
				rule.follows?.(undefined as ResponseOf<C>, variables)
				return refresh([...refreshes, ...after])
			}
			// A conflict is shown in place; on a phone a toast would cover it.
			const isConflict = currentOf(error) !== undefined
			// A notice on the page already reports that the session expired.
			const isSignedOut = $user.get() && isSignInEnded(error, contract.access)
			if (title !== undefined && !isConflict && !isSignedOut && !rule.isExpected?.(error)) showFailed(error)
			await refresh(isConflict && after.length === 0 ? refreshes : after)
		},
	}
}

interface UseMutationOptions<Answer, Variables> {
	/** Called before the refresh, even if the component has unmounted. */
	onDone?: (answer: Answer, variables: Variables) => void
	/** Called after the refresh, even if the component has unmounted, or if the item to delete was already gone. */
	onRefreshed?: (answer: Answer, variables: Variables) => void
	onFailed?: (error: Error, variables: Variables) => void
}

export type Mutating<Answer, Variables> = UseMutationResult<Answer, Error, Variables, (() => void) | undefined> &
	Pick<Mutation<Answer, Variables>, 'fallback'>

export function useMutation<Answer, Variables = void>(
	definition: Mutation<Answer, Variables>,
	{ onDone, onRefreshed, onFailed }: UseMutationOptions<Answer, Variables> = {},
): Mutating<Answer, Variables> {
	const result = useMutationOf<Answer, Error, Variables, (() => void) | undefined>(
		{
			mutationKey: definition.mutationKey,
			mutationFn: (variables) => definition.mutationFn(variables),
			onMutate: (variables) => definition.ahead?.(variables),
			async onSuccess(answer, variables) {
				onDone?.(answer, variables)
				await definition.succeed(answer, variables)
				onRefreshed?.(answer, variables)
			},
			async onError(error, variables, rollBack) {
				rollBack?.()
				onFailed?.(error, variables)
				await definition.fail(error, variables)
				if (definition.isGone?.(error)) onRefreshed?.(undefined as Answer, variables)
			},
		},
		queryClient,
	)
	return { ...result, fallback: definition.fallback }
}

/** Returns whether this mutation is pending in any island of the page. */
export function useIsPending({ mutationKey }: Pick<Mutation<unknown>, 'mutationKey'>): boolean {
	const isPending = useIsMutating({ mutationKey: [...mutationKey], exact: true }, queryClient) > 0
	return !useIsHydrating() && isPending
}
