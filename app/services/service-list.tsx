import { useState } from 'react';
import { useScripted } from '../ui/use-scripted.ts';
import type { ManagedService } from './service.schema.ts';
import { ServiceCard } from './service-card.tsx';
import type { Move } from './service-order.ts';
import { useKeyboardLift } from './use-keyboard-lift.ts';
import { usePointerDrag } from './use-pointer-drag.ts';
import { useServiceOrder } from './use-service-order.ts';

const HOW_TO_ID = 'how-to-move';
const dragLooks = { gap: 'opacity-30', dragged: 'shadow-xl' };

/** The services as cards that can be put into another order: by dragging, by keyboard and by buttons. */
export function ServiceList({ services }: { services: ManagedService[] }) {
  const isScripted = useScripted();
  const [said, setSaid] = useState('');
  const order = useServiceOrder(services);
  const lift = useKeyboardLift(order.shown, order.move, setSaid);
  const list = usePointerDrag(lift.shown, moveAndSay, dragLooks);

  function moveAndSay(move: Move) {
    order.move(move);
    const service = order.shown.find(({ id }) => id === move.id);
    const others = order.shown.filter(({ id }) => id !== move.id);
    const place = move.before === null ? others.length : others.findIndex(({ id }) => id === move.before);
    setSaid(`${service?.title ?? ''} is now at position ${place + 1} of ${order.shown.length}.`);
  }

  return (
    <>
      <ul ref={list} className="mt-6 grid gap-3" aria-label="Services in display order">
        {lift.shown.map((service, place) => (
          <ServiceCard
            key={service.id}
            service={service}
            place={place}
            neighbours={{ before: lift.shown[place - 1]?.id, afterNext: lift.shown[place + 2]?.id ?? null }}
            isLast={place === lift.shown.length - 1}
            onMove={isScripted ? moveAndSay : undefined}
            handle={
              isScripted && services.length > 1
                ? {
                    isLifted: lift.liftedId === service.id,
                    describedBy: HOW_TO_ID,
                    onKeyDown: (event) => lift.onKeyDown(event, service),
                    onBlur: () => lift.putBack(service),
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {isScripted ? (
        <>
          <p id={HOW_TO_ID} hidden>
            Press Space or Enter to pick up, arrow keys to move, Escape to cancel.
          </p>
          <p aria-live="assertive" className="sr-only">
            {said}
          </p>
        </>
      ) : null}
    </>
  );
}
