import * as z from 'zod/mini'; // zod's functions instead of its methods: a browser gets those that are used, not all

// In the browser the content security policy forbids eval, which zod would otherwise probe with the first schema. The server
// has no such policy, and compiled schemas judge an enquiry sooner. What no control of ours sends is refused in words, too.
z.config({ jitless: typeof document !== 'undefined', customError: () => 'Please check what you have entered' });

export { z };
