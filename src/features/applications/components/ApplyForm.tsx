import { useEffect, useRef, useState } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailField, PasswordField, SelectField, TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { keepDraft } from '#src/lib/draft-storage.ts'
import { useFormDraft } from '#src/lib/drafts.ts'
import { messageOf } from '#src/lib/errors.ts'
import { useMutation } from '#src/lib/query.ts'
import { useSchemaForm } from '#src/lib/schema-form.ts'
import { useCsrfToken } from '#src/lib/use-csrf-token.ts'
import type { CaptchaHandle, CaptchaSetup } from '../captcha.ts'
import { applicationForm, EXPERIENCE } from '../contract.ts'
import { applyMutation } from '../queries.ts'
import { Captcha } from './Captcha.tsx'

const DRAFT = 'application'

const empty = {
	name: '',
	email: '',
	password: '',
	confirmPassword: '',
	phoneNumber: '',
	firmName: '',
	practiceAreas: '',
	yearsOfExperience: '' as const,
	membershipGoals: '',
	recaptchaToken: '',
}

/** Kept with the page in the tab's history: a reload thanks again, and a new visit has a new form. */
const HAS_APPLIED = 'hasApplied'

function useHasApplied() {
	const [hasApplied, setHasApplied] = useState(false)
	// Not while rendering: the server does not know, and the first paint must be the same as its HTML.
	useEffect(() => setHasApplied(Boolean(window.history.state?.[HAS_APPLIED])), [])
	function keep(): void {
		window.history.replaceState({ ...window.history.state, [HAS_APPLIED]: true }, '')
		setHasApplied(true)
	}
	return [hasApplied, keep] as const
}

/** The screen: the form with its head and foot, and in place of all that the thanks. */
export function Apply({ captcha }: { captcha: CaptchaSetup }) {
	const [hasApplied, keepApplied] = useHasApplied()
	if (hasApplied) return <ThankYou />
	return (
		<>
			<section className="card w-full max-w-[46rem] p-6 sm:p-10" aria-labelledby="apply-title">
				<h1 id="apply-title" className="text-page">
					Apply for Membership
				</h1>
				<p className="mt-3 mb-8 max-w-reading text-muted">
					Tell us who you are and what you hope to find here. We read every application and answer by e-mail.
				</p>
				<noscript>
					<p className="alert mb-5">Applying needs JavaScript. Please turn it on for this site.</p>
				</noscript>
				<ApplyForm captcha={captcha} onSent={keepApplied} />
			</section>
			<p className="mt-6 text-muted">
				Already a member?{' '}
				<a className="link" href="/auth">
					Sign in
				</a>
			</p>
		</>
	)
}

function ApplyForm({ captcha, onSent }: { captcha: CaptchaSetup; onSent: () => void }) {
	const form = useSchemaForm(applicationForm, { defaultValues: empty })
	const mutation = useMutation(applyMutation)
	const csrf = useCsrfToken()
	const widget = useRef<CaptchaHandle>(null)
	useFormDraft(DRAFT, form, { except: ['password', 'confirmPassword', 'recaptchaToken'], place: 'tab' })
	const { errors } = form.formState
	const { register } = form
	const submit = form.handleSubmit((body) =>
		mutation.mutate(body, {
			onSuccess() {
				keepDraft(DRAFT, undefined, 'tab')
				onSent()
			},
			onError() {
				// An answer counts once, also when the application failed.
				form.setValue('recaptchaToken', '')
				widget.current?.reset()
			},
		}),
	)
	return (
		<form method="post" noValidate className="grid gap-5" onSubmit={submit}>
			{mutation.isError && <Alert>{messageOf(mutation.error, mutation.fallback)}</Alert>}
			<HiddenToken />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField label="Full name" autoComplete="name" error={errors.name?.message} {...register('name')} />
				<EmailField label="Email address" autoComplete="email" error={errors.email?.message} {...register('email')} />
				<PasswordField
					label="Password"
					autoComplete="new-password"
					error={errors.password?.message}
					// Whether they match is judged again when either changes.
					{...register('password', { deps: 'confirmPassword' })}
				/>
				<PasswordField
					label="Confirm password"
					autoComplete="new-password"
					error={errors.confirmPassword?.message}
					{...register('confirmPassword')}
				/>
				<TextField
					label="Phone number"
					type="tel"
					autoComplete="tel"
					error={errors.phoneNumber?.message}
					{...register('phoneNumber')}
				/>
				<TextField
					label="Firm name"
					optional
					autoComplete="organization"
					error={errors.firmName?.message}
					{...register('firmName')}
				/>
			</div>
			<TextAreaField
				label="Practice areas"
				optional
				rows={2}
				error={errors.practiceAreas?.message}
				{...register('practiceAreas')}
			/>
			<SelectField
				label="Years of experience"
				optional
				error={errors.yearsOfExperience?.message}
				{...register('yearsOfExperience')}
			>
				<option value="">Choose</option>
				{EXPERIENCE.map((years) => (
					<option key={years} value={years}>
						{years} years
					</option>
				))}
			</SelectField>
			<TextAreaField
				label="What are you looking for in membership?"
				rows={5}
				error={errors.membershipGoals?.message}
				{...register('membershipGoals')}
			/>
			<Captcha
				setup={captcha}
				handle={widget}
				error={errors.recaptchaToken?.message}
				onAnswer={(token) =>
					form.setValue('recaptchaToken', token, { shouldValidate: form.formState.isSubmitted && token !== '' })
				}
			/>
			<Button type="submit" size="lg" loading={mutation.isPending} disabled={csrf.isLoading}>
				{mutation.isPending ? 'Submitting...' : 'Submit Application'}
			</Button>
		</form>
	)
}

function ThankYou() {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<section className="card w-full max-w-[36rem] p-6 py-12 text-center sm:p-12" aria-labelledby="thanks-title">
			<h1 ref={heading} id="thanks-title" tabIndex={-1} className="text-page outline-none">
				Thank you for your application
			</h1>
			<p className="mx-auto mt-3 max-w-112 text-muted">
				We have received your application and will write to you by e-mail once it is decided.
			</p>
			<a href="/" className={buttonClass({ size: 'lg', className: 'mt-6' })}>
				Return to Home
			</a>
		</section>
	)
}
