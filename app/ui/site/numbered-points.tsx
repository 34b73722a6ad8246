/** The texts `<prefix>_1_title`, `<prefix>_1_text`, `<prefix>_1_points`, … up to `count`. */
export function titledTexts(texts: Record<string, string>, prefix: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    title: texts[`${prefix}_${index + 1}_title`] ?? '',
    text: texts[`${prefix}_${index + 1}_text`] ?? '',
    points: texts[`${prefix}_${index + 1}_points`],
  }));
}

interface PointsProps {
  points: readonly { title: string; text: string }[];
  className?: string;
}

export function NumberedPoints({ points }: PointsProps) {
  return (
    <ol className="grid gap-7">
      {points.map(({ title, text }, index) => (
        <li key={title} className="flex gap-5">
          <span aria-hidden className="balloon">
            {index + 1}
          </span>
          <div>
            <h3 className="h3 pt-2.5">{title}</h3>
            <p className="text-muted mt-1.5">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Side by side, each below a line. */
export const LinedPoints = ({ points, className }: PointsProps) => (
  <ul className={`mt-10 grid ${className}`}>
    {points.map(({ title, text }) => (
      <li key={title} className="border-text border-t-2 pt-5">
        <h3 className="h3">{title}</h3>
        <p className="text-muted mt-2">{text}</p>
      </li>
    ))}
  </ul>
);
