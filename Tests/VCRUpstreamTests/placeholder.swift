#if Recording
#endif
