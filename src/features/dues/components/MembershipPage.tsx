import { type ReactNode, useEffect } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Fact, FactList } from '#src/components/ui/FactList.tsx'
import { $user, findUser, isLapsed } from '#src/lib/api/auth-state.ts'
import { isSignInEnded, messageOf } from '#src/lib/api/errors.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { formatMoney, priceText } from '#src/lib/dues/money.ts'
import { GOOD } from '#src/lib/dues/standing.ts'
import { getMembership, type Invoice, type Membership } from '../contract.ts'
import {
	cancelMembershipMutation,
	getMembershipQuery,
	hasArrived,
	listInvoicesQuery,
	openPortalMutation,
	resumeMembershipMutation,
} from '../queries.ts'
import { standingLine, standingTitle } from '../standing-text.ts'
import { InvoiceList } from './InvoiceList.tsx'
import { PayByCard } from './PayByCard.tsx'

/** How the member returned from the provider's page. */
export type Back = 'done' | 'cancelled' | undefined

type Props = { initial: Membership; invoices: Invoice[]; back: Back }

export function MembershipPage({ initial, invoices: firstInvoices, back }: Props) {
	const { data: membership, error, refetch } = useQuery(getMembershipQuery(back === 'done'), { initial })
	const { refetch: refetchInvoices, ...invoices } = useQuery(listInvoicesQuery, { initial: firstInvoices })
	const arrived = hasArrived(membership)
	const isNew = arrived && !hasArrived(initial)
	const isInGoodStanding = membership.standing === null || GOOD.includes(membership.standing)
	useEffect(() => {
		// Until the user is fetched again, the header shows the links for the former standing.
		const user = $user.get()
		if (user && isLapsed(user) === isInGoodStanding) void findUser()
	}, [isInGoodStanding])
	useEffect(() => {
		// The payment was made on another page, so its invoice is not listed yet.
		if (isNew) void refetchInvoices()
		// Clean the URL, so that a reload or a bookmark does not mention this payment again.
		if (back && (arrived || back === 'cancelled'))
			window.history.replaceState(window.history.state, '', '/account/membership')
	}, [isNew, arrived, back, refetchInvoices])
	return (
		<>
			{error && !isSignInEnded(error, getMembership.access) && (
				<div className="mb-6">
					<FetchError title="Your membership could not be loaded" error={error} onRetry={refetch} />
				</div>
			)}
			<ReturnNotice back={back} hasArrived={arrived} />
			<Standing membership={membership} />
			<PaymentSection membership={membership} />
			<Part id="invoices" title="Invoices">
				{invoices.error && (
					<FetchError title="Your invoices could not be loaded" error={invoices.error} onRetry={refetchInvoices} />
				)}
				<InvoiceList invoices={invoices.data} />
			</Part>
			<CancelOrResume membership={membership} />
		</>
	)
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<section className="mt-12" aria-labelledby={`${id}-title`}>
			<h2 id={`${id}-title`} className="mb-4 text-title">
				{title}
			</h2>
			{children}
		</section>
	)
}

function ReturnNotice({ back, hasArrived }: { back: Back; hasArrived: boolean }) {
	if (!back) return null
	return (
		<div className="mb-6">
			<Alert tone="info">
				{back === 'cancelled'
					? 'You left the payment page. Nothing was charged.'
					: hasArrived
						? 'Thank you. Your payment arrived.'
						: 'Your payment is being confirmed. This page updates by itself; you do not need to pay again.'}
			</Alert>
		</div>
	)
}

/** Returns whether the last card charge failed. */
const hasFailedCharge = ({ standing, renewsByCard }: Membership) =>
	renewsByCard && (standing === 'grace' || standing === 'lapsed')

function nextLabel(membership: Membership): string {
	if (hasFailedCharge(membership)) return 'Failed charge'
	if (membership.renewsByCard) return 'Next charge'
	return membership.paidThrough || membership.trialUntil ? 'Next payment' : 'First payment'
}

function Standing({ membership }: { membership: Membership }) {
	const { plan, next, creditCents, renewsByCard, pausedOn } = membership
	const currency = next?.currency ?? plan?.currency ?? 'USD'
	const facts: Fact[] = [
		...(plan ? [['Plan', `${plan.name}, ${priceText(plan)}`] as const] : []),
		...(next && !pausedOn
			? [
					[
						nextLabel(membership),
						`${formatMoney(next.amountCents, next.currency)} ${renewsByCard ? 'on' : 'by'} ${formatDay(next.day)}`,
					] as const,
				]
			: []),
		...(next && !pausedOn ? [['Renewal', renewsByCard ? 'Automatic, by card' : 'You pay each invoice'] as const] : []),
		...(creditCents > 0
			? [['Credit', `${formatMoney(creditCents, currency)}, taken off the next payment`] as const]
			: []),
	]
	return (
		<section className="card card-body" aria-labelledby="standing-title">
			<div aria-live="polite">
				<h2 id="standing-title" className="text-title">
					{standingTitle(membership)}
				</h2>
				<p className="mt-2 text-muted">{standingLine(membership)}</p>
			</div>
			{facts.length > 0 && <FactList className="fact-list" facts={facts} />}
		</section>
	)
}

/** Returns whether the member can still undo a cancellation. */
const canResume = ({ standing, isCancelled }: Membership) =>
	isCancelled && (standing === 'current' || standing === 'trial')

function PaymentSection({ membership }: { membership: Membership }) {
	const { standing, renewsByCard, takesCards, plans, instructions } = membership
	const portal = useMutation(openPortalMutation)
	if (standing === null || standing === 'paused' || standing === 'complimentary') return null
	if (renewsByCard)
		return (
			<Part id="card" title="Your card">
				{hasFailedCharge(membership) && (
					<div className="mb-8 grid gap-5">
						<p>The last charge did not go through. Pay it here, or change your card below.</p>
						<PayByCard membership={membership} isRetry />
					</div>
				)}
				{portal.isError && (
					<div className="mb-4">
						<Alert>{messageOf(portal.error, portal.fallback)}</Alert>
					</div>
				)}
				<p className="mb-4 text-muted">Change the card, or see past charges, on the page of our payment provider.</p>
				<Button variant="line" loading={portal.isPending} onClick={() => portal.mutate()}>
					{portal.isPending ? 'Opening...' : 'Change card'}
				</Button>
			</Part>
		)
	// The member has to undo the cancellation first.
	if (canResume(membership)) return null
	const hasCards = takesCards && plans.some(({ byCard }) => byCard)
	return (
		<Part id="pay" title="Pay">
			{hasCards && <PayByCard membership={membership} />}
			{instructions ? (
				<div className={hasCards ? 'mt-8' : undefined}>
					{hasCards && <h3 className="mb-2 text-subtitle">Without a card</h3>}
					<p className="breaks whitespace-pre-line" dir="auto">
						{instructions}
					</p>
				</div>
			) : (
				!hasCards && <p className="text-muted">Contact the club to arrange your payment.</p>
			)}
		</Part>
	)
}

/** Returns text that explains what canceling does, or did. */
const cancelText = ({ standing, paidThrough, trialUntil, isCancelled }: Membership) => {
	const lastDay = [paidThrough, trialUntil]
		.filter((day) => day !== null)
		.toSorted()
		.at(-1)
	if (standing === 'lapsed') return 'If you cancel, your card is not tried again.'
	// After the paid period, canceling takes effect today.
	if (!lastDay || standing === 'grace') return 'If you cancel, your membership ends today, and nothing is charged.'
	const ends = `${isCancelled ? 'Your' : 'If you cancel, your'} membership ends on ${formatDay(lastDay)}.`
	const then = 'You keep full access until then, and nothing more is charged.'
	return `${ends} ${then}${isCancelled ? '' : ' You can change your mind until that day.'}`
}

/** Cancels the membership with one click, and resumes it with one click. */
function CancelOrResume({ membership }: { membership: Membership }) {
	const { standing, isCancelled, version } = membership
	const cancel = useMutation(cancelMembershipMutation)
	const resume = useMutation(resumeMembershipMutation)
	// A failed charge is retried, even after the membership has lapsed.
	const isCharged = ['trial', 'current', 'due', 'grace'].includes(standing ?? '') || hasFailedCharge(membership)
	const canCancel = !isCancelled && isCharged
	const isResumable = canResume(membership)
	if (!canCancel && !isResumable) return null
	// After a change in another tab, the opposite action appears without an error.
	const act = isResumable ? resume : cancel
	return (
		<Part id="ending" title={isResumable ? 'You cancelled your membership' : 'Cancel your membership'}>
			{act.isError && (
				<div className="mb-4">
					<Alert>{messageOf(act.error, act.fallback)}</Alert>
				</div>
			)}
			<p className="mb-4 text-muted" role={isResumable ? 'status' : undefined}>
				{cancelText(membership)}
			</p>
			{/* One button for both actions, so that it keeps the focus. */}
			<Button variant="line" loading={cancel.isPending || resume.isPending} onClick={() => act.mutate(version)}>
				{isResumable ? 'Keep my membership' : 'Cancel membership'}
			</Button>
		</Part>
	)
}
