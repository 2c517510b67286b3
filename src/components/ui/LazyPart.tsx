import { Component, type ReactNode, Suspense } from 'react'
import { Alert } from './dialogs/Alert.tsx'

/** Catches load and render errors, because React would otherwise remove the whole island. */
class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
	override state = { isBroken: false }

	static getDerivedStateFromError() {
		return { isBroken: true }
	}

	override render() {
		if (!this.state.isBroken) return this.props.children
		return (
			<Alert>
				Part of this page could not be loaded.{' '}
				<button type="button" className="link" onClick={() => window.location.reload()}>
					Reload the page
				</button>
			</Alert>
		)
	}
}

/**
 * Shows a lazy component (`lazy`) with a fallback while it loads, and an error message with the next step if it fails.
 */
export const LazyPart = ({ fallback, children }: { fallback: ReactNode; children: ReactNode }) => (
	<Boundary>
		<Suspense fallback={fallback}>{children}</Suspense>
	</Boundary>
)
