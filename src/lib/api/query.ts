import {
	type DefinedUseQueryResult,
	type MutateOptions,
	type QueryKey,
	QueryObserver,
	type UseMutationResult,
	type UseQueryOptions as UseQueryOptionsOf,
	type UseQueryResult,
	useIsMutating,
	useMutation as useMutationOf,
	useQuery as useQueryOf,
} from '@tanstack/react-query'
import { failureToast } from '../failure-toast.ts'
import { showToast, type ToastOptions } from '../toast.ts'
import { useIsHydrating } from '../use-is-hydrating.ts'
import { announceAdminChange } from './admin-change.ts'
import { type Args, call, callPage, type ItemOf } from './api-client.ts'
import type { Access, CallInput, Contract, ResponseOf } from './contract.ts'
import { isApiError } from './errors.ts'
import { isBrowser, queryClient, renderingClient } from './query-client.ts'
import { currentOf } from './version.ts'

/** A contract that requires no input. */
type Bare<C extends Contract> = Record<never, never> extends CallInput<C> ? C : never
/** An input whose contract is not known any more. */
type AnyInput = { params?: unknown; query?: unknown }

/** The arguments of a call that was described before. */
export const argsOf = <C extends Contract>(
	input: AnyInput,
	more: { signal?: AbortSignal; cursor?: string | undefined },
) => {
	const { cursor, ...rest } = more
	const query = cursor === undefined ? input.query : { ...(input.query as object), cursor }
	return [{ ...input, query, ...rest }] as unknown as Args<C>
}

/** Of what kind the answer is kept: one page alone, as it came, all pages as one, or page by page. */
type Kind = 'once' | 'whole' | 'pages'

/**
 * The key of what was fetched: it begins with the path of the endpoint and its parameters, so that a refresh can name
 * the contract, with or without parameters, instead of repeating a key.
 */
export const keyOf = ({ path }: Contract, { params, ...rest }: AnyInput, kind: Kind): QueryKey => [
	path,
	params ?? {},
	rest,
	kind,
]

/** What a change makes stale: every answer of an endpoint, or of an endpoint with these parameters. */
export type Stale = Contract | readonly [Contract, Record<string, string>]

/** Fetches anew what the screen shows of these endpoints. Whoever awaits it finds the screen refreshed. */
export async function refresh(stale: readonly Stale[]): Promise<void> {
	const keys = stale.map((one): QueryKey => ('path' in one ? [one.path] : [one[0].path, one[1]]))
	await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** What can be fetched, and how long it is good for. The defaults are those of `query-client.ts`. */
export interface Query<Data> {
	readonly queryKey: QueryKey
	readonly queryFn: (context: { signal: AbortSignal }) => Promise<Data>
	readonly staleTime?: number
	readonly retry?: number
	/** Fetched anew this often, in milliseconds. */
	readonly refetchInterval?: number
}

type QueryOptions<Instead> = Pick<Query<unknown>, 'staleTime' | 'retry' | 'refetchInterval'> & {
	/** An answer in place of these statuses: not signed in, not enrolled. */
	instead?: { of: readonly number[]; value: Instead }
}

/** The answer of one endpoint. */
export function query<C extends Contract>(contract: Bare<C>): Query<ResponseOf<C>>
export function query<C extends Contract, Instead = never>(
	contract: C,
	input: CallInput<C>,
	options?: QueryOptions<Instead>,
): Query<ResponseOf<C> | Instead>
export function query<C extends Contract, Instead>(
	contract: C,
	input: AnyInput = {},
	{ instead, ...options }: QueryOptions<Instead> = {},
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

/** A whole list, fetched page by page as the server says where the next one begins. */
export const wholeList = <C extends Contract>(
	contract: C,
	input: CallInput<C>,
	options: Pick<Query<unknown>, 'staleTime'> = {},
): Query<ItemOf<C>[]> => ({
	...options,
	queryKey: keyOf(contract, input, 'whole'),
	async queryFn({ signal }) {
		const items: ItemOf<C>[] = []
		let cursor: string | undefined
		do {
			const page = await callPage(contract, ...argsOf<C>(input, { signal, cursor }))
			items.push(...page.items)
			cursor = page.next
		} while (cursor !== undefined)
		return items
	},
})

interface UseQueryOptions<Data> {
	/** What the server rendered: it is not asked for again. */
	initial?: Data | undefined
	/** What is shown until the answer is there; a function gets the answer to what was asked before. */
	placeholder?: Data | ((previous: Data | undefined) => Data | undefined)
	/** False while it is not to be fetched. */
	enabled?: boolean
}

interface UseQuery {
	<Data>(given: Query<Data>, options: { initial: Data }): DefinedUseQueryResult<Data>
	<Data>(given: Query<Data>, options?: UseQueryOptions<Data>): UseQueryResult<Data>
}

/** A query as the library wants it. */
function forLibrary<Data>(
	{ queryFn, ...rest }: Query<Data>,
	{ initial, placeholder, ...options }: UseQueryOptions<Data>,
): UseQueryOptionsOf<Data> {
	return {
		...rest,
		queryFn: ({ signal }) => queryFn({ signal }),
		...options,
		...(initial === undefined ? {} : { initialData: () => initial }),
		...(placeholder === undefined ? {} : { placeholderData: placeholder as never }),
	}
}

/** What a page says on the server, and in the render that takes its HTML over. */
const rendered = <Data>(all: UseQueryOptionsOf<Data>) =>
	new QueryObserver<Data>(renderingClient, all).getCurrentResult()

/** Nothing changes while a page is rendered: the hooks of the library took a tenth of the time of a course page. */
const useOnServer = <Data>(given: Query<Data>, options: UseQueryOptions<Data> = {}): UseQueryResult<Data> =>
	rendered(forLibrary(given, options))

function useInBrowser<Data>(given: Query<Data>, options: UseQueryOptions<Data> = {}): UseQueryResult<Data> {
	const all = forLibrary(given, options)
	const result = useQueryOf<Data>(all, queryClient)
	// Another island may have fetched it by now, or somebody's progress: the library would render that at once.
	return useIsHydrating() ? rendered(all) : result
}

/** Fetches what a query describes, once for all islands of the page. */
export const useQuery = (isBrowser ? useInBrowser : useOnServer) as UseQuery

/** Writes what is known into what was fetched, if it was; the screen follows at once. */
export function put<Data>({ queryKey }: Query<Data>, next: (now: Data) => Data): void {
	queryClient.setQueryData<Data>(queryKey, (now) => (now === undefined ? undefined : next(now)))
}

/** What changes something: made by `mutation`, used by `useMutation`. */
export interface Mutation<Answer, Variables = void> {
	readonly mutationKey: readonly unknown[]
	/** Who may make it. */
	readonly access: Access
	/** Why it failed, where the error has no words of its own. */
	readonly fallback: string
	mutationFn(variables: Variables): Promise<Answer>
	/** What is shown before the answer is there; answers how to take it back. */
	ahead?(variables: Variables): () => void
	/** Whether this failed since what it deletes is not there any more: the screen is refreshed then as if it had. */
	isGone?(error: Error): boolean
	/** Tells, and then refreshes. */
	succeed(answer: Answer, variables: Variables): Promise<void>
	fail(error: Error, variables: Variables): Promise<void>
}

/** A toast, or its title. */
type ToastContent = ToastOptions | string

/** What is sent; may be left out where the contract requires nothing. */
type Sends<C extends Contract, Variables> =
	Record<never, never> extends CallInput<C>
		? { input?: (variables: Variables) => CallInput<C> }
		: { input: (variables: Variables) => CallInput<C> }

/** What a change sends, says and refreshes. */
export type MutationRule<C extends Contract, Variables> = Sends<C, Variables> & {
	/** Tells one such mutation from another of the same endpoint, for `useIsPending`. */
	key?: string
	/** Said of success, in a toast. */
	done?: ToastContent | ((answer: ResponseOf<C>, variables: Variables) => ToastContent | undefined)
	/** The title of the toast of failure; with a second text that is said where the error has no words. */
	failed?: string | readonly [title: string, fallback: string]
	/** The second text alone, where the failure is said in place and in no toast. */
	fallback?: string
	/** Endpoints whose answers are fetched anew before the mutation is over: who awaits it finds the screen refreshed. */
	refreshes?: readonly Stale[]
	/** The same after a failure: somebody else may have been faster. */
	refreshesAfterFailure?: readonly Stale[] | ((error: Error) => readonly Stale[])
	/** What else follows from success: it may leave the page. */
	follows?: (answer: ResponseOf<C>, variables: Variables) => void
	/** What is shown before the answer is there (`put`); answers how to take it back. */
	ahead?: (variables: Variables) => () => void
}

/** What is fetched anew where a change was refused since something else stands there by now. */
export const ifChanged =
	(stale: readonly Stale[]) =>
	(error: Error): readonly Stale[] =>
		currentOf(error) === undefined ? [] : stale

/** What is fetched anew where something new was refused since it stands already: its author is to see that. */
export const ifSentBefore =
	(stale: readonly Stale[]) =>
	(error: Error): readonly Stale[] =>
		isApiError(error) && error.status === 409 ? stale : []

/** A change through one endpoint, with all that follows from it: nothing of this is left to the component. */
export function mutation<C extends Contract, Variables = void>(
	contract: C,
	rule: MutationRule<C, Variables>,
): Mutation<ResponseOf<C>, Variables> {
	const { input, done, failed, refreshes = [], refreshesAfterFailure = [], ahead } = rule
	const isGone = (error: Error) => contract.method === 'DELETE' && isApiError(error) && error.status === 404
	const [title, fallback] =
		typeof failed === 'object' ? failed : [failed, rule.fallback ?? failed ?? 'That did not work']
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
			if (contract.access === 'admin') announceAdminChange()
			await refresh(refreshes)
		},
		async fail(error, variables) {
			const after = typeof refreshesAfterFailure === 'function' ? refreshesAfterFailure(error) : refreshesAfterFailure
			if (isGone(error)) {
				// Deleted already, by somebody else or in another tab: its dialog goes, and so does the page that was its own.
				failureToast(title ?? fallback, fallback, { afterNavigation: rule.follows !== undefined })(error)
				// A deletion is answered with nothing.
				rule.follows?.(undefined as ResponseOf<C>, variables)
				return refresh([...refreshes, ...after])
			}
			// What was saved meanwhile is shown in place, and on a phone a toast would lie over it.
			if (title !== undefined && currentOf(error) === undefined) failureToast(title, fallback)(error)
			await refresh(after)
		},
	}
}

interface UseMutationOptions<Answer, Variables> {
	/** Before the screen is refreshed; also when the component is gone by then. */
	onDone?: (answer: Answer, variables: Variables) => void
	/** Once the screen is refreshed; also when the component is gone by then, or what it deletes was gone before. */
	onRefreshed?: (answer: Answer, variables: Variables) => void
	onFailed?: (error: Error, variables: Variables) => void
}

export type Mutating<Answer, Variables> = UseMutationResult<Answer, Error, Variables, (() => void) | undefined> &
	Pick<Mutation<Answer, Variables>, 'fallback'>
/** What can be said at one call; run when the screen is refreshed, and only while the component is there. */
export type OneCall<Answer, Variables> = MutateOptions<Answer, Error, Variables, (() => void) | undefined>

/** Makes a change, and knows how far it is. */
export function useMutation<Answer, Variables = void>(
	given: Mutation<Answer, Variables>,
	{ onDone, onRefreshed, onFailed }: UseMutationOptions<Answer, Variables> = {},
): Mutating<Answer, Variables> {
	const result = useMutationOf<Answer, Error, Variables, (() => void) | undefined>(
		{
			mutationKey: given.mutationKey,
			mutationFn: (variables) => given.mutationFn(variables),
			onMutate: (variables) => given.ahead?.(variables),
			async onSuccess(answer, variables) {
				onDone?.(answer, variables)
				await given.succeed(answer, variables)
				onRefreshed?.(answer, variables)
			},
			async onError(error, variables, takeBack) {
				takeBack?.()
				onFailed?.(error, variables)
				await given.fail(error, variables)
				if (given.isGone?.(error)) onRefreshed?.(undefined as Answer, variables)
			},
		},
		queryClient,
	)
	return { ...result, fallback: given.fallback }
}

/** Whether such a change is on its way, whichever island of the page began it. */
export function useIsPending({ mutationKey }: Pick<Mutation<unknown>, 'mutationKey'>): boolean {
	const isPending = useIsMutating({ mutationKey: [...mutationKey], exact: true }, queryClient) > 0
	return !useIsHydrating() && isPending
}
