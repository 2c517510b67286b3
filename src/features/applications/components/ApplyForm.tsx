import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Alert } from '#src/components/ui/Alert.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { EmailField, PasswordField, SelectField, TextAreaField, TextField } from '#src/components/ui/Field.tsx'
import { HiddenToken } from '#src/components/ui/HiddenToken.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { keepDraft } from '#src/lib/draft-storage.ts'
import { useFormDraft } from '#src/lib/drafts.ts'
import { messageOf } from '#src/lib/errors.ts'
import { useContractForm } from '#src/lib/forms.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { useCsrfToken } from '#src/lib/use-csrf-token.ts'
import type { CaptchaHandle, CaptchaSetup } from '../captcha.ts'
import { applicationForm, EXPERIENCE } from '../contract.ts'
import { APPLY_FALLBACK, applyMutation } from '../queries.ts'
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

export function ApplyForm({ captcha }: { captcha: CaptchaSetup }) {
	const form = useContractForm(applicationForm, { defaultValues: empty })
	const mutation = useMutation(applyMutation, queryClient)
	const csrf = useCsrfToken()
	const widget = useRef<CaptchaHandle>(null)
	useFormDraft(DRAFT, form, { except: ['password', 'confirmPassword', 'recaptchaToken'], place: 'tab' })
	const { errors } = form.formState
	const { register } = form
	if (mutation.isSuccess) return <ThankYou />

	const submit = form.handleSubmit((body) =>
		mutation.mutate(body, {
			onSuccess: () => keepDraft(DRAFT, undefined, 'tab'),
			onError() {
				// An answer counts once, also when the application failed.
				form.setValue('recaptchaToken', '')
				widget.current?.reset()
			},
		}),
	)
	return (
		<form method="post" noValidate className="grid gap-5" onSubmit={submit}>
			{mutation.isError && <Alert>{messageOf(mutation.error, APPLY_FALLBACK)}</Alert>}
			<HiddenToken />
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField label="Full name" autoComplete="name" error={errors.name?.message} {...register('name')} />
				<EmailField label="Email address" autoComplete="email" error={errors.email?.message} {...register('email')} />
				<PasswordField
					label="Password"
					autoComplete="new-password"
					error={errors.password?.message}
					{...register('password')}
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
		<div className="py-6 text-center">
			<h2 ref={heading} tabIndex={-1} className="text-title outline-none">
				Thank you for your application
			</h2>
			<p className="mx-auto mt-3 max-w-112 text-muted">
				We have received your application and will write to you by e-mail once it is decided.
			</p>
			<a href="/" className={buttonClass({ size: 'lg', className: 'mt-6' })}>
				Return to Home
			</a>
		</div>
	)
}
