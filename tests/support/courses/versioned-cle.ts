import { db } from '#db/client.ts'
import { cleAccreditations, cleActivities, cleAdmissions } from '#db/schema/cle.ts'
import {
	type Activity,
	createAccreditation,
	createActivity,
	updateAccreditation,
	updateActivity,
} from '#src/features/cle/admin-contract.ts'
import { type Admission, createAdmission, updateAdmission } from '#src/features/cle/contract.ts'
import { insertShippedRules } from '#src/features/cle/server/rules.ts'
import { callApi } from '#tests/support/api/api.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'
import { admin, member } from '#tests/support/forum.ts'
import type { Kind } from './versioned-kind.ts'

const admissionBody = (barNumber: string) => ({
	...{ jurisdiction: 'US-NY', admittedOn: '2015-06-17', birthday: '1980-03-12', barNumber },
})

const accreditationBody = (number: string) => ({
	...{ jurisdiction: 'US-NY', number, credits: { ethics: 100 }, formats: ['recorded'], validFrom: '2026-01-01' },
})

async function makeActivity(): Promise<string> {
	const { id: refId } = await makeCourse(admin)
	const body = { kind: 'course', refId, title: 'Client data', minutes: 50, format: 'recorded' }
	return ((await callApi(createActivity, { as: admin, body })).json as Activity).id
}

/** Editable kinds of the credit ledger. */
export const cleKinds = {
	admission: {
		contract: updateAdmission,
		table: cleAdmissions,
		as: () => member,
		async make() {
			await insertShippedRules()
			// A member can have only one admission per jurisdiction.
			await db().delete(cleAdmissions)
			const reply = await callApi(createAdmission, { as: member, body: admissionBody('1') })
			return { id: (reply.json as Admission).id }
		},
		change: admissionBody,
	},
	'credit activity': {
		contract: updateActivity,
		table: cleActivities,
		as: () => admin,
		make: async () => ({ id: await makeActivity() }),
		change: (title) => ({ title, minutes: 100, format: 'live' }),
	},
	accreditation: {
		contract: updateAccreditation,
		table: cleAccreditations,
		as: () => admin,
		async make() {
			await insertShippedRules()
			const params = { id: await makeActivity() }
			const reply = await callApi(createAccreditation, { as: admin, params, body: accreditationBody('1') })
			return { id: (reply.json as Activity).accreditations[0]?.id ?? '' }
		},
		change: accreditationBody,
	},
} satisfies Record<string, Kind>
