import { initialOf } from '#src/lib/api/auth-state.ts'
import { classes } from './styles.ts'

type Props = {
	person: { name?: string | null; username?: string | null }
	/** The viewer's own. */
	own?: boolean
}

/** A letter beside a name that says the same: hidden from screen readers. */
export function Avatar({ person, own = false }: Props) {
	return (
		<span className={classes('avatar', own && 'avatar-own')} aria-hidden="true">
			{initialOf(person)}
		</span>
	)
}
