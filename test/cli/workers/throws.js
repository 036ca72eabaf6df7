// A thread that fails before it says anything.
throw new Error('thrown in the thread');
