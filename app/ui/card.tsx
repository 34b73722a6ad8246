import type { ReactNode } from 'react';

interface CardProps {
  as?: 'div' | 'article' | 'li' | 'section';
  className?: string;
  children: ReactNode;
}

/** A plain bordered sheet; its padding and layout come from `className`. */
export function Card({ as: Element = 'div', className = '', children }: CardProps) {
  return <Element className={`card ${className}`}>{children}</Element>;
}
