import { useStore } from '@nanostores/react'
import { type ComponentProps, useMemo } from 'react'
import { Catalogue } from '#src/features/courses/components/catalogue/Catalogue.tsx'
import { ForCredit } from '#src/features/courses/components/catalogue/for-credit.ts'
import { $user, isLapsed } from '#src/lib/api/auth-state.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { listCreditCoursesQuery } from '../credit-courses-queries.ts'

/** Shows the catalog, with the courses that are offered for credit marked for members. */
export function CreditCatalogue(props: ComponentProps<typeof Catalogue>) {
	const user = useStore($user, { ssr: 'initial' })
	const { data } = useQuery(listCreditCoursesQuery, { enabled: Boolean(user && !isLapsed(user)) })
	return (
		<ForCredit value={useMemo(() => new Set(data), [data])}>
			<Catalogue {...props} />
		</ForCredit>
	)
}
