import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'

/** The people of the demonstration. They are invented, and say so. */
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
}

/** Sets the people of the demonstration, where nobody has set anything. */
export async function seedSettings(): Promise<void> {
	await db().run(sql`
		insert into settings (key, value, version, updated_at, updated_by)
		values ('club', ${JSON.stringify(demoSettings)}, 1, ${Date.now()}, 'Demonstration')
		on conflict (key) do nothing`)
}
