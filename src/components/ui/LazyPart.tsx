import { Component, type ReactNode, Suspense } from 'react'
import { Alert } from './dialogs/Alert.tsx'

/** Catches what cannot be loaded or shown: React would take the whole island away. */
class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
	override state = { isBroken: false }

	static getDerivedStateFromError() {
		return { isBroken: true }
	}

	override render() {
		if (!this.state.isBroken) return this.props.children
		return (
			<Alert>
				This part of the page could not be loaded.{' '}
				<button type="button" className="link" onClick={() => window.location.reload()}>
					Reload the page
				</button>
			</Alert>
		)
	}
}

/** What is loaded when it is needed (`lazy`): until then the fallback, and where it cannot be loaded the way on. */
export const LazyPart = ({ fallback, children }: { fallback: ReactNode; children: ReactNode }) => (
	<Boundary>
		<Suspense fallback={fallback}>{children}</Suspense>
	</Boundary>
)
