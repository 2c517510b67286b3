import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { settings } from '#db/schema/settings.ts'

/** People, prices and pages of the demonstration. They are invented, and labeled as invented. */
export const demoSettings = {
	hostName: 'Ruth Adeyemi',
	hostAdmission: 'An invented host, for this demonstration',
	hostBio:
		'Your host is a solo practitioner who runs a small firm focused on drink-driving defense, and says aloud what the hard weeks taught.',
	directoryUrl: 'https://podcasts.apple.com/',
	spotifyUrl: 'https://open.spotify.com/',
	homeTrust: 'Trusted by solo attorneys nationwide',
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
		'A sample price for this demonstration: $49 a month or $490 a year. You can cancel at the end of any month.',
	membershipNext:
		'We read every application and email you our decision. Once you are approved, sign in with the password you chose.',
	privacy:
		'<p>Each club writes its own privacy page. This is the text of the demonstration.</p><h2>What we store</h2><p>Your application, your progress in courses, and what you post. Only you and the admins can read your journal. Your account page shows everything and lets you download it.</p><h2>What clients tell you</h2><p>It does not belong in questions and discussions. Before you post, a reminder points out names, numbers and places. That check runs in your browser and sends nothing.</p>',
	terms:
		'<p>Each club writes its own terms. This is the text of the demonstration.</p><ul><li>Membership is for lawyers in solo practice, by application.</li><li>What members say here is not legal advice and stays among members.</li><li>Do not name clients or describe them so that they can be recognized.</li></ul>',
	contact: '<p>This is a demonstration club, and no one reads its mail. Each club writes here how to reach it.</p>',
}

/** Writes the demonstration settings, unless settings exist. */
export async function seedSettings(): Promise<void> {
	await db().run(sql`
		insert into ${settings} (key, value, version, updated_at, updated_by)
		values ('club', ${JSON.stringify(demoSettings)}, 1, ${Date.now()}, 'Demonstration')
		on conflict (key) do nothing`)
}
