import { initialOf } from '#src/lib/api/auth-state.ts'
import { classes } from './styles.ts'

type Props = {
	person: { name?: string | null; username?: string | null }
	/** Whether it is the viewer's own. */
	own?: boolean
}

/** An initial next to the full name, so it is hidden from screen readers. */
export function Avatar({ person, own = false }: Props) {
	return (
		<span className={classes('avatar', own && 'avatar-own')} aria-hidden="true">
			{initialOf(person)}
		</span>
	)
}
