/** The groups that can read a course's modules. */
export const READERS = ['everybody', 'members'] as const
export type Readers = (typeof READERS)[number]

export const READERS_LABELS: Readonly<Record<Readers, string>> = {
	everybody: 'Anyone on the internet',
	members: 'Members',
}
