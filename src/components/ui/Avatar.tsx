import { initialOf } from '#src/lib/api/auth-state.ts'
import { classes } from './styles.ts'

type Props = {
	person: { name?: string | null; username?: string | null }
	/** Whether this is the viewer's own avatar. */
	own?: boolean
}

/** Shows the initial of a person. Hidden from screen readers, because the full name is next to it. */
export function Avatar({ person, own = false }: Props) {
	return (
		<span className={classes('avatar', own && 'avatar-own')} aria-hidden="true">
			{initialOf(person)}
		</span>
	)
}
