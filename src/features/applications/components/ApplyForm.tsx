import { useEffect, useRef, useState } from 'react'
import { EmailField, SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { PasswordField } from '#src/components/ui/forms/PasswordField.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { type PricedPlan, planLabel } from '#src/lib/dues/plan-label.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import type { CaptchaHandle, CaptchaSetup } from '../captcha.ts'
import { applicationFormWith, EXPERIENCE } from '../contract.ts'
import { noAnswers, type ShownField } from '../own-fields.ts'
import { applyMutation } from '../queries.ts'
import { Captcha } from './Captcha.tsx'
import { OwnFields } from './OwnFields.tsx'

const emptyForm = ({ fields, plans }: Pick<FormProps, 'fields' | 'plans'>) => ({
	name: '',
	email: '',
	password: '',
	confirmPassword: '',
	phoneNumber: '',
	firmName: '',
	practiceAreas: '',
	yearsOfExperience: '' as const,
	membershipGoals: '',
	planId: plans[0]?.id ?? '',
	answers: noAnswers(fields),
	recaptchaToken: '',
})

const labels = {
	name: 'Full name',
	email: 'Email address',
	password: 'Password',
	confirmPassword: 'Confirm password',
	phoneNumber: 'Phone number',
	firmName: 'Firm name',
	practiceAreas: 'Practice areas',
	yearsOfExperience: 'Years of experience',
	membershipGoals: 'What are you looking for in membership?',
	planId: 'Plan',
	answers: 'The club’s questions',
	recaptchaToken: 'Security check',
}

export const APPLICATION_DRAFT = 'application'

/** Key in the history state: a reload shows the thank-you message again, and a new visit gets a new form. */
export const HAS_APPLIED = 'hasApplied'

function useHasApplied() {
	const [hasApplied, setHasApplied] = useState(false)
	// In an effect: the server has no history state, and the first render must match its HTML.
	useEffect(() => setHasApplied(Boolean(window.history.state?.[HAS_APPLIED])), [])
	function markApplied(): void {
		window.history.replaceState({ ...window.history.state, [HAS_APPLIED]: true }, '')
		setHasApplied(true)
	}
	return [hasApplied, markApplied] as const
}

interface ApplyProps {
	captcha: CaptchaSetup
	/** The club's own fields. */
	fields: readonly ShownField[]
	/** The plans to choose from; empty if the club collects no dues. */
	plans?: readonly (PricedPlan & { id: string })[]
	/** A preview for admins: nothing is sent, and no draft is kept. */
	isPreview?: boolean
}

export function Apply({ captcha, fields, plans = [], isPreview = false }: ApplyProps) {
	const [hasApplied, markApplied] = useHasApplied()
	if (hasApplied && !isPreview) return <ThankYou />
	return (
		<>
			<section className="card w-full max-w-[46rem] p-6 sm:p-10" aria-labelledby="apply-title">
				<h1 id="apply-title" className="text-page">
					Apply for Membership
				</h1>
				<p className="mt-3 mb-8 max-w-reading text-muted">
					Tell us who you are and what you hope to find here. We read every application and email you our decision.
				</p>
				<noscript>
					<p className="alert mb-5">Applying needs JavaScript. Please turn it on for this site.</p>
				</noscript>
				<ApplyForm {...{ captcha, fields, plans, isPreview }} onSent={markApplied} />
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

function useApplyForm({ fields, plans, isPreview, onSent }: Omit<FormProps, 'captcha'>) {
	const widget = useRef<CaptchaHandle>(null)
	const form = useContractForm(applicationFormWith(fields), applyMutation, {
		labels,
		defaultValues: emptyForm({ fields, plans }),
		placeOf: (path) => fields.find(({ id }) => path === `answers.${id}`)?.label ?? labels[path as keyof typeof labels],
		draft: isPreview
			? undefined
			: { key: APPLICATION_DRAFT, except: ['password', 'confirmPassword', 'recaptchaToken'], place: 'tab' },
		onDone: onSent,
		onFailed() {
			// A token is valid only once, even if the application failed.
			form.setValue('recaptchaToken', '')
			widget.current?.reset()
		},
	})
	return { form, widget }
}

type FormProps = Required<ApplyProps> & { onSent: () => void }

function ApplyForm({ captcha, ...props }: FormProps) {
	const { form, widget } = useApplyForm(props)
	const { field } = form
	return (
		<Form of={form} className="grid gap-5">
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField autoComplete="name" {...field('name')} />
				<EmailField autoComplete="email" {...field('email')} />
				<PasswordField
					autoComplete="new-password"
					// Validates the match when either field changes.
					{...field('password', { deps: 'confirmPassword' })}
				/>
				<PasswordField autoComplete="new-password" {...field('confirmPassword')} />
				<TextField type="tel" autoComplete="tel" {...field('phoneNumber')} />
				<TextField optional autoComplete="organization" {...field('firmName')} />
			</div>
			<TextAreaField optional rows={2} {...field('practiceAreas')} />
			<SelectField
				optional
				{...field('yearsOfExperience')}
				options={[['', 'Choose'], ...EXPERIENCE.map((years) => [years, `${years} years`] as const)]}
			/>
			<TextAreaField rows={5} {...field('membershipGoals')} />
			{props.plans.length > 1 && (
				<SelectField {...field('planId')} options={props.plans.map((plan) => [plan.id, planLabel(plan)] as const)} />
			)}
			<OwnFields fields={props.fields} propsOf={(field) => answerProps(form, field)} />
			<Captcha
				setup={captcha}
				handle={widget}
				field="recaptchaToken"
				error={form.errorOf('recaptchaToken')}
				onAnswer={(token) =>
					form.setValue('recaptchaToken', token, { shouldValidate: form.formState.isSubmitted && token !== '' })
				}
			/>
			<SubmitButton form={form} size="lg" busy="Submitting..." disabled={props.isPreview}>
				Submit Application
			</SubmitButton>
		</Form>
	)
}

/**
 * Returns the props of a field's control. A checkbox is controlled: the form library would read the element's `value`
 * attribute, which may be text instead of a boolean.
 */
function answerProps(form: ReturnType<typeof useApplyForm>['form'], { id, kind }: ShownField) {
	const name = `answers.${id}` as const
	const error = form.errorOf(name)
	if (kind !== 'checkbox') return { ...form.register(name), error }
	return {
		...{ name, error, checked: form.watch(name) === true },
		onChange: ({ target }: { target: { checked: boolean } }) =>
			form.setValue(name, target.checked, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
	}
}

function ThankYou() {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<section className="card w-full max-w-[36rem] p-6 py-12 text-center sm:p-12" aria-labelledby="thanks-title">
			<h1 ref={heading} id="thanks-title" tabIndex={-1} className="text-page outline-none">
				Thank you for your application
			</h1>
			<p className="mx-auto mt-3 max-w-112 text-muted">We read every application and email you our decision.</p>
			<a href="/" className={buttonClass({ size: 'lg', className: 'mt-6' })}>
				Return to Home
			</a>
		</section>
	)
}
