import type { ReactNode } from 'react'
import { EmailText } from '#src/components/ui/EmailText.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import type { Member } from '../../member-contract.ts'
import { roleName } from '../../role-names.ts'
import { isSuspended } from '../../suspended.ts'
import { JoinedDay } from './JoinedDay.tsx'

type Fact = readonly [name: string, value: ReactNode]

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
	return (
		<section className="card card-body" aria-label={title}>
			<h2 className="mb-3 text-title">{title}</h2>
			<dl className="member-facts">
				{facts.map(([name, value], at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: applicants' answers may share a label
					<div key={at}>
						<dt>{name}</dt>
						<dd className="breaks">{value}</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

const outcomes = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' }

const NONE = 'N/A'

function accountFacts(member: Member): Fact[] {
	return [
		['Email', <EmailText key="email" email={member.email} isUnconfirmed={member.emailConfirmedAt === null} />],
		['Role', member.role !== 'admin' && member.isModerator ? 'Moderator' : roleName(member.role)],
		['Joined', <JoinedDay key="joined" joinedAt={member.joinedAt} createdAt={member.createdAt} />],
		...(member.joinedAt
			? [['Account since', <LocalTime key="created" when={member.createdAt} as="day" />] as const]
			: []),
		['Labels', member.labels.join(', ') || NONE],
		['Plan', member.plan ?? NONE],
		['Last seen', member.lastSeenAt ? <LocalTime key="seen" when={member.lastSeenAt} /> : 'Never'],
		['Signed in with', member.signIns === 1 ? '1 browser' : `${member.signIns} browsers`],
		['Second factor', member.hasSecondFactor ? 'On' : 'Off'],
		...(isSuspended(member)
			? ([
					['Suspended until', <LocalTime key="suspended" when={member.suspendedUntil ?? ''} />],
					['Reason', member.suspendedReason ?? NONE],
				] as const)
			: []),
		...(member.leavesAt ? [['Erased on', <LocalTime key="leaves" when={member.leavesAt} />] as const] : []),
		...(member.hasInitialPassword ? [['Password', 'Not changed since the first email'] as const] : []),
		...(member.invitedBy ? [['Invited by', member.invitedBy] as const] : []),
		...(member.invitedAt ? [['Invitation sent', <LocalTime key="invited" when={member.invitedAt} />] as const] : []),
		...(member.invitedAt && member.reminders > 0 ? [['Reminders', String(member.reminders)] as const] : []),
	]
}

export function MemberFacts({ member }: { member: Member }) {
	const { applicationStatus, decidedAt, decidedBy } = member
	const application: Fact[] = [
		['Phone', member.phoneNumber || NONE],
		['Firm', member.firmName || NONE],
		['Practice areas', member.practiceAreas || NONE],
		['Experience', member.yearsOfExperience ? `${member.yearsOfExperience} years` : NONE],
		[
			'Looking for',
			<span key="goals" className="whitespace-pre-line">
				{member.membershipGoals || NONE}
			</span>,
		],
		...member.applicationAnswers.map(({ label, value }): Fact => [label, value || NONE]),
		...member.applicationQuestions.map(
			({ askedAt, askedBy, question }): Fact => [
				'Asked',
				<span key={askedAt} className="whitespace-pre-line">
					{question} (<LocalTime when={askedAt} />, {askedBy})
				</span>,
			],
		),
		...(applicationStatus
			? ([
					['Applied on', member.applicationDate ? <LocalTime key="applied" when={member.applicationDate} /> : NONE],
					['Decision', decidedBy ? `${outcomes[applicationStatus]} by ${decidedBy}` : outcomes[applicationStatus]],
					...(decidedAt ? [['Decided on', <LocalTime key="decided" when={decidedAt} />] as const] : []),
				] as const)
			: []),
	]
	return (
		<div className="grid content-start gap-6">
			<Facts title="Account" facts={accountFacts(member)} />
			<Facts title={applicationStatus ? 'Application' : 'Firm'} facts={application} />
		</div>
	)
}
