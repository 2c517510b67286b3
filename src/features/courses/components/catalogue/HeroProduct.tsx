import { Picture } from '#src/components/ui/Picture.tsx'
import type { Course } from '../../contract.ts'
import { difficultyLabels, moduleCountLabel } from '../../course-format.ts'

export function HeroProduct({ course }: { course: Course }) {
	return (
		<a className="hero-product" href={`/courses/${course.id}`}>
			<Picture src={course.imageUrl} of={course.id} className="hero-product-picture" eager />
			<span className="hero-product-text">
				<small className="hero-product-note">Newest course</small>
				<strong className="hero-product-title" dir="auto">
					{course.title}
				</strong>
				<small className="hero-product-note">
					{difficultyLabels[course.difficulty]}, {moduleCountLabel(course.moduleCount)}
				</small>
			</span>
		</a>
	)
}
