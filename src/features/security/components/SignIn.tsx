import { lazy, useEffect, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { LoginForm } from '#src/features/auth/components/LoginForm.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { loginWithPasskeyMutation } from '../sign-in-queries.ts'

const SecondStep = lazy(() => import('./SecondStep.tsx'))

const passkeys = () => import('../browser-passkeys.ts')

/** Signs in with a passkey: on request, or from the suggestions of the email field. */
function usePasskeySignIn() {
	const enter = useMutation(loginWithPasskeyMutation)
	const [state, setState] = useState<{ isAsking: boolean; failure?: string }>({ isAsking: false })
	const isOffered = useRef(false)
	async function ask() {
		setState({ isAsking: true })
		try {
			await enter.mutateAsync(await (await passkeys()).askForPasskey())
		} catch (error) {
			setState({ isAsking: false, failure: messageOf(error, loginWithPasskeyMutation.fallback) })
		}
	}
	async function offer() {
		if (isOffered.current) return
		isOffered.current = true
		const answer = await (await passkeys()).offerPasskeys()
		if (answer) enter.mutate(answer, { onError: (error) => setState({ isAsking: false, failure: error.message }) })
	}
	return { ...state, isBusy: state.isAsking || enter.isPending || enter.isSuccess, ask, offer }
}

/** Signs in with a password or passkey, and a second step for accounts with a second factor. */
export function SignIn() {
	const [factors, setFactors] = useState<string[]>()
	const passkey = usePasskeySignIn()
	const container = useRef<HTMLDivElement>(null)
	const { offer } = passkey
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once
	useEffect(() => {
		const offerAtEmail = ({ target }: { target: EventTarget | null }) => {
			if (target instanceof HTMLInputElement && target.type === 'email') void offer()
		}
		// The first focus event loads the island, so it has already happened.
		offerAtEmail({ target: document.activeElement })
		container.current?.addEventListener('focusin', offerAtEmail)
	}, [])
	const button = (
		<Button variant="line" size="lg" loading={passkey.isBusy} onClick={() => void passkey.ask()}>
			Use a passkey
		</Button>
	)
	return (
		<div ref={container} className="grid gap-5">
			{passkey.failure && <Alert>{passkey.failure}</Alert>}
			{factors ? (
				<LazyPart fallback={<p role="status">One moment...</p>}>
					<SecondStep factors={factors} passkeyButton={button} onRestart={() => setFactors(undefined)} />
				</LazyPart>
			) : (
				<>
					<LoginForm onSecondFactor={setFactors} />
					{button}
				</>
			)}
		</div>
	)
}
