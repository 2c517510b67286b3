import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { call, callPage } from '#src/lib/api-client.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { listUnsentMail, resendMail, type UnsentMail } from './contract.ts'

export const unsentMailQuery = (state: UnsentMail['state']) =>
	infiniteQueryOptions({
		queryKey: ['admin', 'mail', state],
		queryFn: ({ pageParam, signal }) => callPage(listUnsentMail, { query: { state, cursor: pageParam }, signal }),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: (page) => page.next,
	})

export const resendMutation = mutationOptions({
	mutationFn: (id: string) => call(resendMail, { params: { id } }),
	onSuccess: () => showToast({ title: 'The mail is being sent again' }),
	onError: failureToast('Failed to send again', 'Please try again'),
	onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'mail'] }),
})
