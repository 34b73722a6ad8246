import { z } from 'zod';

// The content security policy forbids eval, which zod would otherwise probe as soon as the first schema is made.
z.config({ jitless: true });

export { z };
