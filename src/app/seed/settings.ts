import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { settings } from '#db/schema/settings.ts'

/** People, prices and pages of the demonstration. They are invented, and say so. */
export const demoSettings = {
	hostName: 'Ruth Adeyemi',
	hostAdmission: 'An invented host, for this demonstration',
	teachers: [
		{
			name: 'Tobias Lindqvist',
			admission: 'Invented for this demonstration',
			about: 'Teaches trust accounting: the month closed in twenty minutes, and no surprises in an audit.',
			portrait: '',
			portraitAlt: '',
		},
		{
			name: 'Noor Castellanos',
			admission: 'Invented for this demonstration',
			about: 'Teaches client intake and pricing: the first call, the flat fee, and saying no.',
			portrait: '',
			portraitAlt: '',
		},
	],
	membershipCost:
		'An invented price, for this demonstration: $49 a month or $490 a year. You can leave at the end of any month.',
	membershipNext:
		'We read every application and email you our decision. Once you are approved, you sign in with the password that you chose.',
	privacy:
		'<p>Whoever runs a club writes this page. These words are those of the demonstration.</p><h2>What is kept</h2><p>What you write when you apply, how far you are in courses, and what you post. A journal is read by you and the admins alone. Your account page shows all of it and gives it along as a file.</p><h2>What clients tell you</h2><p>It does not belong in questions and discussions. A reminder beside the form points to names, numbers and places before you post; nothing leaves your browser for it.</p>',
	terms:
		'<p>Whoever runs a club writes this page. These words are those of the demonstration.</p><ul><li>Membership is for lawyers who practice alone, and is applied for.</li><li>What members say here is not legal advice, and stays among members.</li><li>No client is named, and none can be recognized.</li></ul>',
	contact:
		'<p>This club is invented, and nobody reads its mail. Whoever runs a club writes here how to reach them.</p>',
}

/** Writes the demonstration settings, unless settings exist. */
export async function seedSettings(): Promise<void> {
	await db().run(sql`
		insert into ${settings} (key, value, version, updated_at, updated_by)
		values ('club', ${JSON.stringify(demoSettings)}, 1, ${Date.now()}, 'Demonstration')
		on conflict (key) do nothing`)
}
